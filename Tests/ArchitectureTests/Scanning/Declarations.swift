/// What a file declares at its top level.
struct Declarations {
  /// The names of types that the whole package or at least their module can see.
  var shared: [String] = []
  /// The names of types that only the file can see.
  var own: [String] = []
  /// The extended types; nested ones also by their last name.
  var extended: Set<String> = []

  /// Whether the file declares a type.
  var declaresType: Bool { !shared.isEmpty || !own.isEmpty }

  private static let kinds: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "typealias",
  ]

  init(_ file: SourceFile) {
    let tokens = Token.tokens(of: file.code)
    var depth = 0
    var isOwn = false
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "{", "(", "[": depth += 1
      case "}", ")", "]": depth -= 1
      case _ where depth > 0 || index + 1 == tokens.count: continue
      case "private", "fileprivate": isOwn = true
      case "extension":
        extended.formUnion(Self.path(tokens[(index + 1)...]))
        isOwn = false
      case let kind where Self.kinds.contains(kind):
        // A type that is imported by kind, as in `import struct A.B`, is declared elsewhere.
        guard index == 0 || tokens[index - 1].text != "import" else { continue }
        let name = tokens[index + 1].text
        if isOwn { own.append(name) } else { shared.append(name) }
        isOwn = false
      case "func", "let", "var", "import": isOwn = false
      default: continue
      }
    }
  }

  /// `A`, `B` and `A.B` of `A.B`.
  private static func path(_ tokens: ArraySlice<Token>) -> [String] {
    var names: [String] = []
    var expectsName = true
    for token in tokens {
      if expectsName { names.append(token.text) } else if token.text != "." { break }
      expectsName.toggle()
    }
    return names + [names.joined(separator: ".")]
  }
}

/// What a new project is called: as a Swift module, and as a participant.
struct StarterName {
  /// In upper camel case, such as `MyMatcher`.
  let module: String
  /// In kebab case, such as `my-matcher`.
  let id: String

  /// The longest name; each file of the project has one with a word more.
  private static let longest = 60
  /// Modules that a package with matchmark has already, and words that Swift reads otherwise.
  private static let taken: Set<String> = [
    "Any", "ArgumentParser", "CCases", "CLibXML2", "CProcess", "CScan", "CYaml", "Dispatch",
    "Foundation", "GRDB", "Glibc", "Matchmark", "Protocol", "Self", "Swift", "Synchronization",
    "Testing", "Type", "XCTest", "Yams",
  ]

  /// - Throws: ``CommandError/usage(_:)``.
  init(_ name: String) throws(CommandError) {
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil, name.utf8.count <= Self.longest else {
      let proposal = Self.proposal(for: name).map { ", such as '\($0)'" } ?? ""
      throw .usage(
        "got the name '\(name)', expected a Swift module in upper camel case with at most "
          + "\(Self.longest) ASCII letters and digits\(proposal)")
    }
    let id = Self.kebabCase(name)
    guard !Self.taken.contains(name), !Catalog.current.ids.contains(id) else {
      throw .usage("got the name '\(name)', expected one that is not taken already")
    }
    module = name
    self.id = id
  }

  /// `MyMatcher` of `my-matcher`; nil where that is no name either.
  private static func proposal(for name: String) -> String? {
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isLetter == true && joined.count <= longest ? joined : nil
  }

  /// A word begins with a capital after a small letter or a digit, or before a small letter.
  private static func kebabCase(_ name: String) -> String {
    name.replacing(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/) { match in
      match.output.1.map { "\($0)-\(match.output.2 ?? "")" } ?? "\(match.output.0)-"
    }.lowercased()
  }
}

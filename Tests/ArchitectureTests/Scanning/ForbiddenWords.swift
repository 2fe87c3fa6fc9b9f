/// Words that do not belong in Sources.
enum ForbiddenWords {
  /// The forbidden word in a line of masked code, if any.
  static func findings(in code: String) -> [String] {
    var found: [String] = []
    // Most lines have none of these bytes, and regular expressions are slow without optimisation.
    if code.utf8.contains(UInt8(ascii: "!")) {
      if code.contains(/\btry!/) { found.append("try!") }
      if code.contains(/\bas!/) { found.append("as!") }
      if hasForceUnwrap(code) { found.append("a force unwrap") }
    }
    let words = Token.tokens(of: [code]).map(\.text)
    if words.contains("fatalError") { found.append("fatalError") }
    if words.contains("unsafeFlags") { found.append("unsafeFlags") }
    if words.contains("unchecked") { found.append("@unchecked Sendable") }
    if words.contains("nonisolated"), words.contains("unsafe") {
      found.append("nonisolated(unsafe)")
    }
    if let name = declaredType(in: words), isVague(name: name) {
      found.append("the name '\(name)'")
    }
    return found
  }

  /// Whether the base name of a path is meaningless.
  static func isVague(path: String) -> Bool {
    path.split(separator: "/").last.map { isVague(name: String($0)) } ?? false
  }

  /// Whether a line of masked code uses the word `unsafe`.
  static func hasUnsafe(_ code: String) -> Bool {
    Token.tokens(of: [code]).contains { $0.text == "unsafe" }
  }

  /// Whether this file may contain unsafe code.
  static func mayBeUnsafe(path: String) -> Bool {
    path.hasPrefix("Sources/MatchmarkReports/XML/")
      || path.hasPrefix("Sources/MatchmarkSystem/")
      || path == "Sources/MatchmarkMeasurement/Barrier.swift"
      || path.contains(/^Sources\/MatchmarkMatchers\/(?:.*\/)?(?:\w+\+)?Kernel[^\/]*\.swift$/)
  }

  private static func isVague(name: String) -> Bool {
    ["Utils", "Helper", "Manager", "Common"].contains { name.contains($0) }
  }

  /// The name of the type that a line declares.
  private static func declaredType(in words: [String]) -> String? {
    let kinds = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    guard let keyword = words.firstIndex(where: kinds.contains) else { return nil }
    return words.dropFirst(keyword + 1).first
  }

  /// Whether an exclamation mark follows a value, unlike in `!a`, `a != b`, `try!` or `as!`.
  private static func hasForceUnwrap(_ code: String) -> Bool {
    code.matches(of: /(\w+|[)\]>?"])!(?!=)/).contains { $0.1 != "try" && $0.1 != "as" }
  }
}

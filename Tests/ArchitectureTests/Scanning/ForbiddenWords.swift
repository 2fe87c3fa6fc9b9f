/// Words that do not belong in Sources.
enum ForbiddenWords {
  /// What a line of masked code has that no line of Sources may have.
  static func findings(in code: String) -> [String] {
    var found: [String] = []
    if code.contains(/\btry!/) { found.append("try!") }
    if code.contains(/\bas!/) { found.append("as!") }
    if code.contains(/\bfatalError\b/) { found.append("fatalError") }
    if code.contains(/@unchecked\s+Sendable\b/) { found.append("@unchecked Sendable") }
    if code.contains(/\bnonisolated\(unsafe\)/) { found.append("nonisolated(unsafe)") }
    if code.contains(/\bunsafeFlags\b/) { found.append("unsafeFlags") }
    if hasForceUnwrap(code) { found.append("a force unwrap") }
    if let match = code.firstMatch(
      of:
        /\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w*(?:Utils|Helper|Manager|Common)\w*)/
    ) {
      found.append("the name '\(match.1)'")
    }
    return found
  }

  /// Whether the base name of a path is one that says nothing.
  static func isVague(path: String) -> Bool {
    path.split(separator: "/").last.map { $0.contains(/Utils|Helper|Manager|Common/) } ?? false
  }

  /// Whether a line of masked code uses the word `unsafe`.
  static func hasUnsafe(_ code: String) -> Bool { code.contains(/\bunsafe\b/) }

  /// Whether unsafe code may stand in this file.
  static func mayBeUnsafe(path: String) -> Bool {
    path.hasPrefix("Sources/MatchmarkReports/XML/")
      || path.hasPrefix("Sources/MatchmarkSystem/")
      || path == "Sources/MatchmarkMeasurement/Barrier.swift"
      || path.contains(/^Sources\/MatchmarkMatchers\/(?:.*\/)?Kernel[^\/]*\.swift$/)
  }

  /// Whether an exclamation mark stands behind a value: not `!a`, `a != b`, `try!` or `as!`.
  private static func hasForceUnwrap(_ code: String) -> Bool {
    code.matches(of: /(\w+|[)\]>?"])!(?!=)/).contains { $0.1 != "try" && $0.1 != "as" }
  }
}

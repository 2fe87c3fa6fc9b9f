import MatchmarkRecord

/// A language for which code can be shown that fixes the causes of wrong answers.
///
/// The code uses the standard library and is right for most letters; a test compares it with the
/// specification. For all letters, it takes more rules, which the templates of `init` and
/// ``Folding`` follow.
package enum CodeHint: CaseIterable {
  case javascript, python, swift

  /// A kind of cause.
  package enum Cause: CaseIterable {
    case accents, letters, words
  }

  /// Returns a line for a participant with wrong answers; nil if nothing is known to help.
  static func line(_ parts: [MatcherPart]) -> String? {
    let causes = parts.flatMap { $0.record.answers?.causes ?? [] }
    var kinds = Cause.allCases.filter { causes.contains(where: $0.includes) }
    guard let language = CodeHint(parts), !kinds.isEmpty else { return nil }
    // The folding that ignores accents ignores case, too.
    if language == .swift, kinds.contains(.accents) { kinds.removeAll { $0 == .letters } }
    let fixes = kinds.map { "\($0.purpose): \(language.code(for: $0))" }.joined(separator: "; ")
    let line =
      "in \(language.name), \(fixes). Do this to the rows once, when they are loaded. "
      + language.complete
    return DisplayText.line(line, limit: 1_000)
  }

  /// The language that an engine reported, or that of a matcher in this process; nil for others.
  private init?(_ parts: [MatcherPart]) {
    let engines = parts.compactMap(\.record.engine)
    let reported = engines.compactMap { $0.language?.lowercased() }.first ?? ""
    let found = Self.allCases.first { $0.words.contains(where: reported.hasPrefix) }
    guard let language = engines.isEmpty ? .swift : found else { return nil }
    self = language
  }

  /// The beginnings of what engines report, in lower case.
  private var words: [String] {
    switch self {
    case .javascript: ["node", "javascript", "typescript", "bun", "deno"]
    case .python: ["python", "pypy"]
    case .swift: ["swift"]
    }
  }

  private var name: String {
    switch self {
    case .javascript: "JavaScript"
    case .python: "Python"
    case .swift: "Swift"
    }
  }

  /// The sentence about code that follows every rule.
  private var complete: String {
    switch self {
    case .javascript: "'init --engine javascript NAME' writes a search that follows every rule."
    case .python: "'init --engine python NAME' writes a search that follows every rule."
    case .swift: "Folding is in MatchmarkCore."
    }
  }

  /// The code that fixes a cause: a fold of `text`, or a test of `typed` words in a folded `text`.
  ///
  /// Only the marks of Latin, Greek and Cyrillic letters are removed: others may be vowels or
  /// voicing. Letters are folded one by one where a language would write a final sigma.
  package func code(for cause: Cause) -> String {
    switch (self, cause) {
    case (.javascript, .accents):
      #"text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")"#
    case (.javascript, .letters):
      "text.replace(/./gsu, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())"
    case (.javascript, .words): #"typed.split(/\s+/).every((word) => text.includes(word))"#
    case (.python, .accents):
      #"unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", "#
        + #"unicodedata.normalize("NFD", text)))"#
    case (.python, .letters): "text.casefold()"
    case (.python, .words): "all(word in text for word in typed.split())"
    case (.swift, .accents):
      "String(decoding: Folding.caseAndDiacriticInsensitive.fold(text), as: UTF8.self)"
    case (.swift, .letters):
      "String(decoding: Folding.caseInsensitive.fold(text), as: UTF8.self)"
    case (.swift, .words):
      #"typed.split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }"#
    }
  }
}

extension CodeHint.Cause {
  fileprivate var purpose: String {
    switch self {
    case .accents: "to ignore accents, change rows and typed text with"
    case .letters: "to ignore case, ß included, change both with"
    case .words: "to find rows that have every word, test"
    }
  }

  /// Returns true if the matcher lacks this; it may also have what it should not.
  fileprivate func includes(_ cause: AnswerTally.Cause) -> Bool {
    let (difference, wanted) = (cause.difference, cause.wanted ?? "")
    let folds = ["folding cd", "folding loose"].contains(where: wanted.contains)
    return switch self {
    case .accents: folds && difference.contains("accents")
    case .letters:
      (folds || wanted.contains("folding c"))
        && ["case", "lowercasing"].contains(where: difference.contains)
    case .words: wanted.contains("terms splitAND")
    }
  }
}

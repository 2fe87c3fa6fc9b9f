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
    case accents, letters, form, keyboard, words
  }

  /// The least share of the differences that a hint must explain: rare ones would hide what helps.
  private static let leastShare = 0.05

  /// Returns a line for a participant with wrong answers; nil if nothing is known to help.
  static func line(_ parts: [MatcherPart]) -> String? {
    let causes = parts.flatMap { $0.record.answers?.causes ?? [] }
    guard let language = CodeHint(parts) else { return nil }
    let total = causes.reduce(0) { $0 + $1.count }
    let all = Cause.allCases.filter { kind in
      let count = causes.filter(kind.includes).reduce(0) { $0 + $1.count }
      return count > 0 && Double(count) >= leastShare * Double(total)
        && language.code(for: kind) != nil
    }
    guard !all.isEmpty else { return nil }
    let kinds = all.filter { kind in !all.contains { language.code(for: $0, does: kind) } }
    let fixes = kinds.compactMap { kind in
      language.code(for: kind).map { "\(kind.purpose): \($0)" }
    }.joined(separator: "; ")
    let changesTexts = kinds.contains { $0 != .words }
    let line =
      "in \(language.name), \(fixes). "
      + (changesTexts ? "Change the rows once, when they are loaded. " : "") + language.complete
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
    case .javascript:
      "'init --engine javascript NAME' writes a search that obeys every folding but loose."
    case .python: "'init --engine python NAME' writes a search that obeys every folding but loose."
    case .swift: "Folding is in MatchmarkCore."
    }
  }

  /// The code that fixes a cause: a fold of `text`, or a test of `typed` words in a folded `text`.
  ///
  /// Only the marks of Latin, Greek and Cyrillic letters are removed: others may be vowels or
  /// voicing. Letters are folded one by one where a language would write a final sigma; the dotless
  /// ı, which is no i, stays as it is.
  ///
  /// - Returns: nil if it takes more than a line.
  package func code(for cause: Cause) -> String? {
    switch (self, cause) {
    case (.javascript, .accents):
      #"text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")"#
    case (.javascript, .letters):
      "text.replace(/[^ı]/gsu, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())"
    case (.javascript, .keyboard), (.python, .keyboard): nil
    case (.swift, .keyboard): "String(decoding: Folding.loose.fold(text), as: UTF8.self)"
    case (.javascript, .form): #"text.normalize("NFC")"#
    case (.javascript, .words): #"typed.split(/\s+/).every((word) => text.includes(word))"#
    case (.python, .accents):
      #"unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", "#
        + #"unicodedata.normalize("NFD", text)))"#
    case (.python, .letters): "text.casefold()"
    case (.python, .form): #"unicodedata.normalize("NFC", text)"#
    case (.python, .words): "all(word in text for word in typed.split())"
    case (.swift, .accents):
      "String(decoding: Folding.caseAndDiacriticInsensitive.fold(text), as: UTF8.self)"
    case (.swift, .letters):
      "String(decoding: Folding.caseInsensitive.fold(text), as: UTF8.self)"
    case (.swift, .form): "text.precomposedStringWithCanonicalMapping"
    case (.swift, .words):
      #"typed.split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }"#
    }
  }
}

extension CodeHint {
  /// Returns true if the code for one cause does what that for another one does, and more.
  private func code(for cause: Cause, does other: Cause) -> Bool {
    switch (cause, other) {
    case (.keyboard, .accents), (.keyboard, .letters), (.keyboard, .form), (.accents, .form): true
    // In Swift, the folding that ignores accents ignores case, too.
    case (.accents, .letters): self == .swift
    default: false
    }
  }
}

extension CodeHint.Cause {
  fileprivate var purpose: String {
    switch self {
    case .accents: "to ignore accents, change rows and typed text with"
    case .letters: "to ignore case, ß included, change rows and typed text with"
    case .keyboard: "to find letters that a keyboard lacks, fold rows and typed text with"
    case .form: "to have letters written in one way, change rows and typed text with"
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
    case .form: wanted.contains("normal form")
    case .keyboard: wanted.contains("folding loose") && difference.contains("keyboard")
    case .words: wanted.contains("terms splitAND")
    }
  }
}

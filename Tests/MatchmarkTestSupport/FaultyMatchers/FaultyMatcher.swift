import MatchmarkConformance
import MatchmarkCore

/// A plain matcher that examines every row, with at most one fault.
struct FaultyMatcher: BuiltMatcher {
  let corpus: FoldedCorpus
  let fault: Fault?
  /// The text fields of every row, folded with the fault.
  let texts: [[[UInt8]]]

  init(corpus: FoldedCorpus, fault: Fault?) {
    self.corpus = corpus
    self.fault = fault
    texts = (0..<corpus.rowCount).map { row in
      corpus.profile.textFields.enumerated().map { index, field in
        FaultyFolding(folding: corpus.profile.folding, mode: field.match, fault: fault)
          .row(corpus.text(row: row, field: index))
      }
    }
  }

  var profile: SearchProfile { corpus.profile }
  var indexByteCount: Int { 0 }
  var structure: String { "every row, one by one" }

  func makeAnyCursor() -> any MatcherCursor { FaultyCursor(matcher: self) }

  // MARK: Text

  /// A term: its needles and the typed text.
  struct Term {
    /// The needle that decides whether it is a term.
    var needle: [UInt8]
    /// The needle for each text field.
    var needles: [[UInt8]]
    var raw: String
  }

  func terms(of text: String) -> [Term] {
    func needle(_ part: String, for mode: MatchMode) -> [UInt8] {
      FaultyFolding(folding: profile.folding, mode: mode, fault: fault).needle(part)
    }
    var text = text
    if fault == .cutsLongText {
      text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8)))
    }
    let terms = parts(of: text).map { part in
      Term(
        needle: needle(part, for: .contains),
        needles: profile.textFields.map { needle(part, for: $0.match) }, raw: part)
    }
    if fault == .emptyTermMatchesNothing { return terms }
    let effective = terms.filter { !$0.needle.isEmpty }
    return fault == .firstTermOnly ? Array(effective.prefix(1)) : effective
  }

  private func parts(of text: String) -> [String] {
    switch (profile.terms, profile.trim, fault) {
    case (.phrase, _, .splitsPhrases): return PlainText.split(text)
    case (.phrase, .none, .trimsWhenTrimIsNone): return [PlainText.trim(text)]
    case (.phrase, .whitespace, .keepsSpacesWhenTrimming), (.phrase, .none, _): return [text]
    case (.phrase, .whitespace, _): return [PlainText.trim(text)]
    case (.splitAND, _, .splitsAtSpaceOnly):
      return text.unicodeScalars.split(separator: " ").map { String($0) }
    case (.splitAND, _, .emptyTermMatchesNothing):
      let scalars = PlainText.trim(text).unicodeScalars
      if scalars.isEmpty { return [] }
      return scalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    case (.splitAND, _, _): return PlainText.split(text)
    }
  }

  func matchesText(_ row: Int, _ terms: [Term]) -> Bool {
    switch fault {
    case .anyTerm:
      return terms.isEmpty || terms.contains { matches($0, row) }
    case .termsInOneField:
      return terms.allSatisfy { numberMatches($0, row) }
        || profile.textFields.indices.contains { field in
          terms.allSatisfy { fieldMatches($0, row, field) }
        }
    default:
      return terms.allSatisfy { matches($0, row) }
    }
  }

  private func matches(_ term: Term, _ row: Int) -> Bool {
    if numberMatches(term, row) { return true }
    if fault == .numberIsNoText, !profile.numericFields.isEmpty, CanonicalDecimal(term.raw) != nil {
      return false
    }
    return profile.textFields.indices.contains { fieldMatches(term, row, $0) }
  }

  private func fieldMatches(_ term: Term, _ row: Int, _ field: Int) -> Bool {
    guard !term.needles[field].isEmpty else { return false }
    let comparison = FaultyComparison(mode: profile.textFields[field].match, fault: fault)
    return comparison.matches(texts[row][field], term.needles[field])
  }

  // MARK: Numbers

  private func numberMatches(_ term: Term, _ row: Int) -> Bool {
    profile.numericFields.contains { name in
      let cell = corpus.corpus.cell(row: row, column: corpus.corpus.schema.index(of: name) ?? 0)
      guard let value = PlainText.canonicalNumber(cell) else { return false }
      switch fault {
      case .numbersByDouble:
        return Double(term.raw).map { $0 == Double(value) } ?? false
      case .numbersByPrefix:
        return PlainText.canonicalNumber(term.raw).map { value.hasPrefix($0) } ?? false
      case .numbersInASCIIOnly where !term.raw.utf8.allSatisfy({ $0 < 0x80 }):
        return false
      default:
        return PlainText.canonicalNumber(term.raw) == value
      }
    }
  }
}

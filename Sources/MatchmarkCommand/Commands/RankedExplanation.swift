import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkRecord
import MatchmarkReports

/// The answer to "why is this row not the first?": the matrix of a row, that of another one, and
/// the keys by which one of them comes first.
struct RankedExplanation {
  /// The row in question, and the one that it is compared with, if there is another.
  private let rows: [FzfExplanation]
  private let chosen: ChosenCorpus

  /// The most rows of the answer that are shown above an explanation.
  static let shownRowCount = 10
  /// The most letters of a row that are shown in a line, and in all.
  private static let lineLength = 14
  private static let shownLength = 140

  init(_ rows: [FzfExplanation], of chosen: ChosenCorpus) {
    (self.rows, self.chosen) = (rows, chosen)
  }

  /// - Throws: ``InputError/usage(_:)`` for rows that do not exist, and for another order than that
  ///   of fzf, which alone has a matrix.
  static func check(_ asked: [Int], on chosen: ChosenCorpus) throws(InputError) {
    guard chosen.profile.rank != .own else {
      throw .usage(
        "got --explain with the order own, expected --rank fzf-v2: only that order has a matrix")
    }
    guard chosen.profile.rank == .specified(.fzf) else {
      throw .usage("got --explain, expected --rank fzf-v2 with it, or 'rank' in the profile")
    }
    let rowCount = chosen.corpus.rowCount
    if let row = asked.first(where: { !(0..<rowCount).contains($0) }) {
      throw .usage(
        "got row \(row), expected one of \(QuantityFormat.counted(rowCount, "row")) from 0")
    }
  }

  func lines(_ style: TextStyle) -> [StyledText] {
    rows.flatMap { ["", heading(of: $0, style)] + matrices(of: $0, style) } + comparison(style)
      + [
        "",
        style.faint("* marks a typed letter: 16 points and its bonus, twice for the first letter."),
        style.faint("Other numbers are the best score so far, minus the cost of the gap."),
      ]
  }

  private func heading(of row: FzfExplanation, _ style: TextStyle) -> StyledText {
    let name = DisplayText.exact(chosen.firstText(ofRow: row.row), limit: DisplayText.lengthLimit)
    guard let place = row.place, let score = row.score else {
      return style.strong("row \(row.row), which is not found: \(name)")
    }
    return style.strong(
      "row \(row.row), number \(place) of \(row.foundCount), score \(score): \(name)")
  }

  // MARK: Matrices

  private func matrices(of row: FzfExplanation, _ style: TextStyle) -> [StyledText] {
    row.terms.flatMap { term -> [StyledText] in
      let name = DisplayText.quoted(term.text)
      guard let score = term.score else {
        return ["  \(name) is missing: \(Self.gap(in: term))"]
      }
      return ["  \(name): score \(score), \(Self.origin(of: term))"]
        + matrix(of: term, row).map { "\($0)" }
    }
  }

  private static func gap(in term: FzfExplanation.Term) -> String {
    let letter = DisplayText.quoted(String(term.letters[term.foundCount]))
    guard term.foundCount > 0 else { return "the row has no \(letter)" }
    let found = DisplayText.quoted(
      term.letters.prefix(term.foundCount).map { String($0) }.joined())
    return "the row has no \(letter) after \(found)"
  }

  private static func origin(of term: FzfExplanation.Term) -> String {
    term.lines.count == 1
      ? "the greatest up to the first letter that has a bonus of 8 or more"
      : "the greatest number in the last line"
  }

  private func matrix(of term: FzfExplanation.Term, _ row: FzfExplanation) -> [String] {
    let places = row.letters.indices.filter { place in
      term.lines.contains { $0[place] != nil }
    }
    guard let first = places.first, let last = places.last else { return [] }
    let shown = Array((first...last).prefix(Self.shownLength))
    let left = last - first + 1 - shown.count
    return stride(from: 0, to: shown.count, by: Self.lineLength).flatMap { start in
      let part = shown[start..<min(start + Self.lineLength, shown.count)]
      return [Self.line("", part.map { Self.sign(row.letters[$0]) })]
        + [Self.line("bonus", part.map { "\(row.bonuses[$0])" })]
        + term.lines.indices.map { line in
          Self.line(
            Self.sign(term.letters[line]),
            part.map { place in
              let score = term.lines[line][place].map { "\($0)" } ?? ""
              return (term.matches[line].contains(place) ? "*" : "") + score
            })
        }
    } + (left > 0 ? ["    … \(QuantityFormat.counted(left, "more letter"))"] : [])
  }

  /// A letter in a line of its own; a blank is drawn.
  private static func sign(_ letter: Unicode.Scalar) -> String {
    letter == " " ? "␣" : DisplayText.exact(String(letter), limit: 1)
  }

  private static func line(_ title: String, _ cells: [String]) -> String {
    let padding = String(repeating: " ", count: max(0, 6 - TerminalText.width(title)))
    return "    " + title + padding
      + cells.map { String(repeating: " ", count: max(1, 5 - TerminalText.width($0))) + $0 }
      .joined()
  }

  // MARK: The order

  /// The keys of the order, to the one that decides.
  private func comparison(_ style: TextStyle) -> [StyledText] {
    guard rows.count == 2, let scores = Self.both(rows.map(\.score)) else { return [] }
    let isBrowsed = rows[0].terms.isEmpty
    let keys: [(name: String, values: [Int], first: String)] =
      (isBrowsed
        ? []
        : [
          ("score", scores, "the greater one"),
          ("length", rows.map(\.length), "the shorter row"),
        ]) + [("row", rows.map(\.row), "the earlier one")]
    let deciding = keys.firstIndex { $0.values[0] != $0.values[1] } ?? keys.count - 1
    let places = rows.compactMap(\.place)
    let (winner, loser) = places[0] < places[1] ? (0, 1) : (1, 0)
    return [
      "",
      style.strong(
        "row \(rows[winner].row) comes before row \(rows[loser].row), because of the "
          + "\(keys[deciding].name)"),
    ]
      + keys[...deciding].enumerated().map { index, key in
        let values = "\(key.values[winner]) and \(key.values[loser])"
        return index < deciding
          ? "  \(key.name): \(values), equal" : "  \(key.name): \(values), \(key.first) first"
      }
  }

  private static func both(_ scores: [Int?]) -> [Int]? {
    let known = scores.compactMap(\.self)
    return known.count == scores.count ? known : nil
  }
}

public import MatchmarkCore

/// A situation in which a matcher gives a wrong answer.
public struct Disagreement: Error, Sendable {
  /// The matcher's id.
  public let matcher: String
  /// The situation.
  public let situation: Situation
  /// The right reply.
  public let expected: SituationReply
  /// The matcher's reply.
  public let given: SituationReply
  /// The options the matcher was built with, except those left at their defaults.
  public private(set) var options: [String: String] = [:]
  /// The way to reproduce it, such as a seed or a command line.
  public var replay: String?

  /// Asks both the oracle and the matcher; nil if they agree or the matcher declines.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  public init?(
    of entry: MatcherEntry, in situation: Situation, replay: String? = nil
  ) throws(CorpusError) {
    let expected = try situation.oracleReply()
    let given = try situation.reply(of: entry, comparedWith: expected)
    if case .skipped = given { return nil }
    if given == expected { return nil }
    if !entry.descriptor.isExact, let right = expected.rows, let rows = given.rows,
      Difference(rows: rows, expected: right, isExact: false) == nil
    {
      return nil
    }
    matcher = entry.descriptor.id
    self.situation = situation
    self.expected = expected
    self.given = given
    self.replay = replay
  }

  /// - Parameter options: the options that the entry already applies.
  package init?(
    of entry: MatcherEntry, in situation: Situation, options: [String: String]
  ) throws(CorpusError) {
    try self.init(of: entry, in: situation)
    self.options = options
  }

  /// The disagreement in the smallest situation that still shows one; a wrong answer stays a wrong
  /// answer: it does not shrink to a failure.
  public func shrunk(
    of entry: MatcherEntry, trialLimit: Int = Shrinker.usualTrialCount
  ) -> Disagreement {
    let small = Shrinker.shrink(situation, trialLimit: trialLimit) { candidate in
      guard let found = try? Disagreement(of: entry, in: candidate) else { return false }
      return (found.given.failure == nil) == (given.failure == nil)
    }
    var shrunk = (try? Disagreement(of: entry, in: small, replay: replay)) ?? self
    shrunk.options = options
    return shrunk
  }
}

extension Disagreement: CustomStringConvertible {
  private var builtWith: String {
    let settings = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return settings.isEmpty ? "" : ", built with \(settings.joined(separator: " "))"
  }

  /// The typed text and the first row that differs, after a colon; empty if it is not about rows.
  private var difference: String {
    guard let rows = given.rows, let right = expected.rows,
      let row = Difference(rows: rows, expected: right, isExact: true)?.firstRow,
      situation.rows.indices.contains(row)
    else { return "" }
    let field = situation.profile.textFields.first?.name
    let column = situation.columns.firstIndex { $0.name == field } ?? 0
    let text = String(situation.rows[row][column].prefix(60)).debugDescription
    let typed = SituationText.text(of: situation.query)
    return right.contains(row)
      ? ": \(typed) does not find row \(row), \(text)"
      : ": \(typed) finds row \(row), \(text), which should not match"
  }

  /// Both replies, the rows, and the folds that were compared.
  public var description: String {
    """
    \(matcher) answers wrongly\(builtWith)\(difference)
      expected: \(expected)
      answered: \(given)
    \(SituationText(situation))\(replay.map { "\n  again: \($0)" } ?? "")
    """
  }
}

/// Describes a situation, with every fold; beyond ASCII as scalars, because the difference is often
/// invisible.
struct SituationText: CustomStringConvertible {
  private let situation: Situation

  init(_ situation: Situation) { self.situation = situation }

  var description: String {
    ([query, profile] + earlier + rows).joined(separator: "\n")
  }

  private var query: String {
    "  query \(Self.text(of: situation.query))\(fold(situation.query.text, for: .contains))"
  }

  /// Text, tokens and scope; any of them may be the cause.
  fileprivate static func text(of query: SearchQuery) -> String {
    let tokens = query.tokens.map { " [\(escaped($0.facet))=\(escaped($0.value))]" }.joined()
    let scope = query.scope.map { " scope '\(escaped($0))'" } ?? ""
    return "\(query.text.debugDescription)\(tokens)\(scope)"
  }

  private static func escaped(_ text: String) -> Substring {
    text.debugDescription.dropFirst().dropLast()
  }

  private var profile: String {
    let profile = situation.profile
    var parts = profile.textFields.map { "\($0.name) \($0.match.rawValue)" }
    parts += [
      "folding \(profile.folding.rawValue)", "trim \(profile.trim.rawValue)",
      "terms \(profile.terms.rawValue)", "empty \(profile.empty.rawValue)",
    ]
    parts += profile.numericFields.map { "number \($0)" }
    parts += profile.facets.map { "facet \($0)" }
    if let scope = profile.scope { parts.append("scope \(scope.facet)") }
    return "  profile " + parts.joined(separator: ", ")
  }

  private var earlier: [String] {
    situation.earlier.map { "  asked before: \(Self.text(of: $0))" }
  }

  private var rows: [String] {
    var first = 0
    return RowRun.runs(of: situation.rows).prefix(Self.shownRuns).map { run in
      defer { first += run.count }
      let cells = situation.columns.indices.compactMap { column -> String? in
        let cell = run.cells[column]
        guard !cell.isEmpty else { return nil }
        let column = situation.columns[column]
        let field = situation.profile.textFields.first { $0.name == column.name }
        let folded = field.map { fold(cell, for: $0.match) } ?? ""
        return "\(column.name) \(cell.debugDescription)\(folded)"
      }
      let place = run.count == 1 ? "row \(first)" : "rows \(first) to \(first + run.count - 1)"
      return "  \(place): " + cells.joined(separator: ", ")
    }
  }

  /// Runs of equal rows after this many are not listed.
  private static let shownRuns = 600

  private func fold(_ text: String, for mode: MatchMode) -> String {
    let folded = situation.profile.folding.fold(text, for: mode)
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return " (folds to \(ScalarText.of(folded)))"
    }
    let fold = String(decoding: folded, as: UTF8.self)
    return fold == text ? "" : " (folds to \(String(fold.prefix(80)).debugDescription))"
  }
}

/// Describes a fold by its scalars.
enum ScalarText {
  /// Example: `U+0065 U+0301`.
  static func of(_ folded: [UInt8]) -> String {
    let all = String(decoding: folded, as: UTF8.self).unicodeScalars
    let scalars = all.prefix(16).map {
      "U+" + String($0.value, radix: 16, uppercase: true).zeroPadded(to: 4)
    }
    let rest = all.count > 16 ? " …" : ""
    return (scalars.isEmpty ? "nothing" : scalars.joined(separator: " ")) + rest
  }
}

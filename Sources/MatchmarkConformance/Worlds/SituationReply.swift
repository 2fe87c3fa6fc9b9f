public import MatchmarkCore

/// What somebody says to a ``Situation``.
public enum SituationReply: Sendable, Hashable {
  /// The matching rows, ascending.
  case rows([Int])
  /// A named error, in words.
  case refused(String)
  /// No answer, because what the matcher is built on failed, in words.
  case failed(String)
  /// No answer, which is allowed, with the reason.
  case skipped(String)

  /// The rows, where there are any.
  public var rows: [Int]? {
    if case .rows(let rows) = self { return rows }
    return nil
  }

  /// What failed, where there is no answer for that.
  package var failure: String? {
    if case .failed(let reason) = self { return reason }
    return nil
  }
}

extension SituationReply: CustomStringConvertible {
  /// Beyond this many rows only their number is shown.
  private static let shownRows = 100

  /// For instance `rows 0 2 5`.
  public var description: String {
    switch self {
    case .rows([]): "no rows"
    case .rows(let rows):
      "rows \(rows.prefix(Self.shownRows).map(String.init).joined(separator: " "))"
        + (rows.count > Self.shownRows ? " … (\(rows.count) rows)" : "")
    case .refused(let reason): "refused: \(reason)"
    case .failed(let reason): "failed: \(reason)"
    case .skipped(let reason): "skipped: \(reason)"
    }
  }
}

extension Situation {
  /// What a matcher says, after it has answered the earlier queries with the same cursor.
  ///
  /// - Throws: ``CorpusError`` where the profile does not fit the rows.
  public func reply(
    of entry: MatcherEntry, options: MatcherOptions = MatcherOptions()
  ) throws(CorpusError) -> SituationReply {
    if case .unsupported(let reason) = entry.support(profile) { return .skipped(reason) }
    let folded = try FoldedCorpus(corpus(), profile: profile)
    do {
      var cursor = try entry.build(folded, options).makeAnyCursor()
      var answer = Answer()
      for query in earlier { _ = try? cursor.answer(query, into: &answer) }
      switch try cursor.answer(query, into: &answer) {
      case .answered:
        let rows = answer.rows
        guard answer.isCountRight else {
          return .refused("\(rows.count) rows, whose count is stated as \(answer.count)")
        }
        return .rows(rows)
      case .skipped(let reason): return .skipped(reason)
      }
    } catch {
      return Self.reply(to: error)
    }
  }

  private static func reply(to error: MatcherError) -> SituationReply {
    switch error {
    case .unsupportedCorpus(let reason): .skipped(reason)
    case .query, .invalidOption, .malformedAnswer: .refused(error.description)
    case .backendFailure(let reason): .failed(reason)
    }
  }

  /// What is right.
  ///
  /// - Throws: ``CorpusError`` where the profile does not fit the rows.
  public func oracleReply() throws(CorpusError) -> SituationReply {
    let oracle = try Oracle(corpus: corpus(), profile: profile)
    do {
      return .rows(try oracle.rows(for: query))
    } catch {
      return .refused(error.description)
    }
  }
}

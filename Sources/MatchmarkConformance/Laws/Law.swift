public import MatchmarkCore

/// A relation between answers that holds for all rows, so that it needs no expected answer.
///
/// A law asks one matcher about a ``Situation`` and about changes of it. It finds mistakes that a
/// reference would share, and says what is wrong rather than which row.
public struct Law: Sendable {
  /// The name, in kebab case.
  public let name: String
  /// The law, in one sentence.
  public let statement: String
  private let examine: Examination

  /// Returns a matcher's reply to a situation.
  public typealias Respond = (Situation) throws(CorpusError) -> SituationReply
  typealias Examination =
    @Sendable (Situation, Respond) throws(CorpusError) -> LawVerdict

  init(_ name: String, _ statement: String, _ examine: @escaping Examination) {
    self.name = name
    self.statement = statement
    self.examine = examine
  }

  /// Checks in one situation that a matcher obeys the law.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  public func check(
    _ situation: Situation, _ respond: Respond
  ) throws(CorpusError) -> LawVerdict {
    try examine(situation, respond)
  }

  /// Returns the breach in the smallest situation in which the law is still broken.
  public func shrink(
    _ breach: LawBreach, from situation: Situation, _ respond: Respond
  ) -> LawBreach {
    let small = Shrinker.shrink(situation) { self.breach(in: $0, respond) != nil }
    return self.breach(in: small, respond) ?? breach
  }

  /// The breach in one situation; nil if the law holds, says nothing, or cannot be checked.
  public func breach(in situation: Situation, _ respond: Respond) -> LawBreach? {
    guard case .broken(let breach)? = try? check(situation, respond) else { return nil }
    return breach
  }
}

/// The result of checking a law.
public enum LawVerdict: Sendable {
  /// The law holds.
  case held
  /// The law says nothing about this situation, or the matcher declined.
  case silent
  /// The law is broken.
  case broken(LawBreach)
}

/// Two replies that cannot both be right.
public struct LawBreach: Error, Sendable {
  /// The situation.
  public let situation: Situation
  /// The changed situation.
  public let changed: Situation
  /// The reply to the situation.
  public let reply: SituationReply
  /// The reply to the changed situation.
  public let changedReply: SituationReply
  /// The required relation between the two replies.
  public let expectation: String
}

extension LawBreach: CustomStringConvertible {
  /// Both situations and both replies.
  public var description: String {
    """
    \(expectation)
    \(SituationText(situation))
      answered: \(reply)
    changed to
    \(SituationText(changed))
      answered: \(changedReply)
    """
  }
}

extension Law {
  /// The required relation of the reply to the changed situation to the first reply.
  enum Relation: String {
    case equal = "expected the same rows"
    /// The changed situation has only rows that the first has too.
    case narrower = "expected no additional row"
    /// The changed situation has every row of the first.
    case wider = "expected no fewer rows"

    func holds(_ first: [Int], _ second: [Int]) -> Bool {
      switch self {
      case .equal: first == second
      case .narrower: Set(second).isSubset(of: first)
      case .wider: Set(first).isSubset(of: second)
      }
    }
  }

  static func compare(
    _ situation: Situation, _ relation: Relation, _ changes: [Situation], _ respond: Respond
  ) throws(CorpusError) -> LawVerdict {
    guard !changes.isEmpty else { return .silent }
    let first = try respond(situation)
    if case .skipped = first { return .silent }
    for changed in changes {
      let second = try respond(changed)
      let holds: Bool
      switch (first, second) {
      case (_, .skipped): continue
      case (.rows(let left), .rows(let right)): holds = relation.holds(left, right)
      default: holds = first == second
      }
      guard !holds else { continue }
      return .broken(
        LawBreach(
          situation: situation, changed: changed, reply: first, changedReply: second,
          expectation: relation.rawValue))
    }
    return .held
  }
}

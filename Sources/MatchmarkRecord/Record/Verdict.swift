/// The result of a run as a whole, on which its exit code and all its reports agree.
package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every answer is right, nothing is slower, and nothing that was requested is missing.
  case right
  /// A matcher answered wrongly or failed, or the ledger of known disagreements is out of date.
  case wrong
  /// Something is slower.
  case slower
  /// A declared budget or the floor of a target is missed.
  case missed
  /// The measurements are inconclusive, and the caller asked that this should fail.
  case inconclusive
  /// Nothing was compared, something cannot be compared, or a requested participant answered
  /// nothing.
  case notComparable = "not-comparable"
  /// A requested engine is not installed, or an engine did not follow the protocol.
  case incomplete

  /// Returns the gravest of several verdicts; right if there are none.
  package static func gravest(_ verdicts: some Sequence<Verdict>) -> Verdict {
    let order: [Verdict] = [
      .wrong, .notComparable, .slower, .missed, .incomplete, .inconclusive,
    ]
    let found = Set(verdicts)
    return order.first(where: found.contains) ?? .right
  }
}

/// A fact that keeps a run from being right, with the number of times that it occurs.
package struct Complaint: Sendable, Hashable, Codable {
  /// The kind of a complaint; kinds about answers come before those about times.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case wrongMatchers = "wrong-matchers"
    /// Matchers of this process that failed.
    case failedMatchers = "failed-matchers"
    /// Engines that failed, or did not follow the protocol.
    case failedEngines = "failed-engines"
    /// Requested engines that are not installed.
    case missingEngines = "missing-engines"
    /// Requested participants that answered nothing.
    case silentParticipants = "silent-participants"
    /// A run in which no participant answered anything.
    case noAnswers = "no-answers"
    /// Entries of the ledger of known disagreements that are stale or expired.
    case untrueEntries = "untrue-entries"
    case emptyGate = "empty-gate"
    case slowerComparisons = "slower-comparisons"
    case impossibleComparisons = "impossible-comparisons"
    /// Comparisons that are inconclusive, if the caller asked that this should fail.
    case undecidedComparisons = "undecided-comparisons"
    case missedBudgets = "missed-budgets"
    case missedTargets = "missed-targets"

    /// The verdict of a run that has no graver complaint.
    package var verdict: Verdict {
      switch self {
      case .wrongMatchers, .failedMatchers, .untrueEntries: .wrong
      case .failedEngines, .missingEngines: .incomplete
      case .silentParticipants, .noAnswers, .emptyGate, .impossibleComparisons: .notComparable
      case .slowerComparisons: .slower
      case .missedBudgets, .missedTargets: .missed
      case .undecidedComparisons: .inconclusive
      }
    }

    package var concernsAnswers: Bool {
      [.wrong, .incomplete].contains(verdict) || [.silentParticipants, .noAnswers].contains(self)
    }
  }

  package let kind: Kind
  package let count: Int
}

package struct Ending: Sendable, Hashable, Codable {
  package let verdict: Verdict
  /// The complaints that keep the run from being right, in the order of their kinds; empty if it is
  /// right.
  package let complaints: [Complaint]

  init(_ record: RunRecord, isStrict: Bool) {
    let counts = record.complaintCounts(isStrict: isStrict)
    complaints = Complaint.Kind.allCases.compactMap { kind in
      let count = counts[kind] ?? 0
      return count > 0 ? Complaint(kind: kind, count: count) : nil
    }
    verdict = Verdict.gravest(complaints.map(\.kind.verdict))
  }
}

extension RunRecord {
  /// The verdict, which the record stores once it is finished: by ``conclude(isStrict:)``, or when
  /// it is written.
  package var verdict: Verdict { conclusion.verdict }

  package var complaints: [Complaint] { conclusion.complaints }

  private var conclusion: Ending { ending ?? Ending(self, isStrict: false) }

  /// Finishes the record.
  ///
  /// - Parameter isStrict: true if an inconclusive comparison is a failure.
  package mutating func conclude(isStrict: Bool = false) {
    ending = Ending(self, isStrict: isStrict)
  }

  /// True if no complaint concerns answers; a missing or failed engine is such a complaint.
  package var hasRightAnswers: Bool { !complaints.contains(where: \.kind.concernsAnswers) }

  /// The requested participants that answered nothing in any cell; those that are missing or failed
  /// have complaints of their own.
  package var silentParticipants: [String] {
    (askedFor ?? []).filter { id in
      cells.allSatisfy { cell in
        cell.matchers.allSatisfy { $0.id != id || $0.isSilent(in: cell) }
      }
    }
  }

  /// True if any participant gave an answer, or failed to.
  private var isAnswered: Bool {
    cells.contains { cell in
      cell.matchers.contains { $0.status == .errored || $0.answeredCount(in: cell) > 0 }
    }
  }

  /// The number of comparisons that cannot be made, besides those of matchers that are wrong or
  /// failed, which have complaints of their own.
  private var impossibleComparisons: Int {
    let wrong = Set(
      cells.flatMap { cell in cell.matchers.filter(\.isWrong).map { [cell.id, $0.id] } })
    return (gate?.findings ?? []).count {
      $0.verdict == .notComparable && !wrong.contains([$0.cell, $0.matcher])
    }
  }

  package func complains(of kind: Complaint.Kind) -> Bool {
    complaints.contains { $0.kind == kind }
  }

  fileprivate func complaintCounts(isStrict: Bool) -> [Complaint.Kind: Int] {
    let matchers = cells.flatMap(\.matchers)
    func ids(where isMeant: (MatcherRecord) -> Bool) -> Set<String> {
      Set(matchers.filter(isMeant).map(\.id))
    }
    let missing = ids { $0.engine?.failure?.state == .notInstalled }
      .intersection(askedFor ?? [])
    let isExplained = !silentParticipants.isEmpty || !missing.isEmpty
    return [
      .wrongMatchers: ids { $0.status == .voided }.count,
      .failedMatchers: ids { $0.status == .errored && $0.engine == nil }.count,
      .failedEngines: ids(where: \.isLostEngine).count,
      .missingEngines: missing.count,
      .silentParticipants: silentParticipants.count,
      .noAnswers: isAnswered || isExplained ? 0 : 1,
      .untrueEntries: (ledger ?? []).count { $0.standing.isFailure },
      .emptyGate: gate?.isEmpty == true ? 1 : 0,
      .slowerComparisons: gate?.count(.slower) ?? 0,
      .impossibleComparisons: impossibleComparisons,
      .undecidedComparisons: isStrict
        ? (gate?.count(.inconclusive) ?? 0) + (gate?.count(.alone) ?? 0) : 0,
      .missedBudgets: (budgets ?? []).count(where: \.isMissed),
      .missedTargets: (targets ?? []).count { $0.verdict == .missed },
    ]
  }
}

import MatchmarkConformance
import MatchmarkCore

/// A matcher or an engine that is held to a budget.
package struct SpeedSubject: ContractSubject {
  let entry: MatcherEntry
  /// The time that each of its keystrokes may take.
  package private(set) var budget: KeystrokeBudget
  let isEngine: Bool

  /// - Parameter budget: nil for the usual one.
  init(_ participant: Participant, budget: KeystrokeBudget?) {
    (entry, isEngine) = (participant.entry, participant.isEngine)
    self.budget = budget ?? (isEngine ? .ofEngines : .usual)
  }

  func held(to budget: KeystrokeBudget) -> SpeedSubject {
    var copy = self
    copy.budget = budget
    return copy
  }

  package var id: String { entry.descriptor.id }

  /// Few for an engine, because each trial starts a process.
  package var trialLimit: Int { isEngine ? 200 : Shrinker.usualTrialCount }

  /// True if an error means that the process of the engine failed.
  func fails(_ error: MatcherError) -> Bool {
    if isEngine, case .backendFailure = error { true } else { false }
  }
}

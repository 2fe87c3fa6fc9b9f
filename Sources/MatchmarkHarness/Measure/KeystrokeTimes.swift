import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord

/// The times of a contender on a cell.
struct KeystrokeTimes {
  /// True if it can deliver the delivery that is being timed.
  private(set) var isOffered = true
  /// The samples of the delivery that is being timed.
  var samples: [Sample] = []
  /// The samples of each delivery that has been timed.
  private(set) var samplesOfDelivery: [Delivery: [Sample]] = [:]
  /// The samples of sessions at a person's pace.
  var paced: [Sample] = []
  /// For each never-seen query, the times of its askings, the first one first.
  var unseen: [Int: [Double]] = [:]
  /// See ``UnseenQueries``; nil if it was not tried.
  var repeatedToUnseen: Double?
  var claims = ClaimAudit()
  /// The repetitions of an engine's requests; drawn anew for each delivery that is timed.
  var repetitions = RepetitionSchedule(seed: 0, queryTimeout: EngineTimeouts().query)

  /// Begins the timing of a delivery.
  mutating func begin(_ repetitions: RepetitionSchedule, isOffered: Bool) {
    self.repetitions = repetitions
    self.isOffered = isOffered
  }

  /// Ends the timing of a delivery.
  mutating func end(_ delivery: Delivery) {
    samplesOfDelivery[delivery] = samples
    samples = []
  }

  /// Removes the samples of keystrokes on which the contender turned out to differ.
  mutating func remove(where isRemoved: (_ keystroke: Int) -> Bool) {
    for delivery in samplesOfDelivery.keys {
      samplesOfDelivery[delivery]?.removeAll { isRemoved($0.keystroke) }
    }
  }
}

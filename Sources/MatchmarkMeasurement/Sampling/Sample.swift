/// One timed keystroke, or the sum of a batch of the same keystroke.
package struct Sample: Sendable, Hashable {
  /// The process that measured it, counted from 0.
  package var fork: Int
  /// The round, counted from 0 in each fork; warm-up rounds come first.
  package var round: Int
  /// The keystroke, an index into the keystrokes of the cell.
  package var keystroke: Int
  /// The matcher's position in the order of turns.
  package var order: Int
  /// How often the keystroke was repeated within the measured time.
  package var batch: Int
  /// The measured time of the whole batch.
  package var totalNanoseconds: Int

  package init(
    fork: Int = 0, round: Int, keystroke: Int, order: Int, batch: Int, totalNanoseconds: Int
  ) {
    self.fork = fork
    self.round = round
    self.keystroke = keystroke
    self.order = order
    self.batch = batch
    self.totalNanoseconds = totalNanoseconds
  }

  /// The time of one keystroke, in nanoseconds.
  package var nanoseconds: Double { Double(totalNanoseconds) / Double(batch) }

  /// The round of the fork that it belongs to.
  var turn: Turn { Turn(fork: fork, round: round) }
}

/// A round of a fork.
struct Turn: Hashable, Comparable {
  let fork: Int
  let round: Int

  static func < (left: Turn, right: Turn) -> Bool {
    (left.fork, left.round) < (right.fork, right.round)
  }
}

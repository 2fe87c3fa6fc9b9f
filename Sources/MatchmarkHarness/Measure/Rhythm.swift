import MatchmarkEngines
import MatchmarkMeasurement

/// How contenders take turns in a round, and what a sample is.
enum Rhythm {
  /// A trace each; a sample is a batch, as long as the calibration of the clock wants it.
  case traces(BatchCalibration)
  /// A keystroke each, repeated so often; a sample is the median of the repetitions.
  ///
  /// Builds that are asked through pipes take turns so: whatever the machine does, it does to all
  /// of them, and what the pipe left in the caches is one repetition of several.
  case keystrokes([Int])

  /// How often each keystroke is repeated from the first round on; nil where that is found out.
  var repetitions: [Int]? {
    if case .keystrokes(let repetitions) = self { repetitions } else { nil }
  }

  /// The parts of a trace after which it is another contender's turn.
  func stretches(of trace: Range<Int>) -> [Range<Int>] {
    if case .traces = self { [trace] } else { trace.map { $0..<$0 + 1 } }
  }

  func sample(_ reply: Reply, of keystroke: Int, _ turn: Measuring.Turn) -> Sample {
    var (batch, nanoseconds) = (turn.batch, reply.nanoseconds)
    if case .keystrokes = self, let part = reply.part {
      let median = Quantile.median(part.elapsedInNanoseconds.map(Double.init)) ?? 0
      (batch, nanoseconds) = (1, Int(median.rounded()))
    }
    return Sample(
      round: turn.round, keystroke: keystroke, order: turn.order, batch: batch,
      totalNanoseconds: nanoseconds)
  }
}

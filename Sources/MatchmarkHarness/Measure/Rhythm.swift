import MatchmarkEngines
import MatchmarkMeasurement

/// How contenders alternate in a round, and what a sample is.
enum Rhythm {
  /// A trace each; a sample is a batch, as long as the clock's calibration requires.
  case traces(BatchCalibration)
  /// A keystroke each, repeated this often; a sample is the median of the repetitions.
  ///
  /// Builds that are asked through pipes alternate like this: whatever the machine does affects all
  /// of them, and the pipe's effect on the caches is confined to one repetition of several.
  case keystrokes([Int])

  /// How often each keystroke is repeated from the first round on; nil if that is determined later.
  var repetitions: [Int]? {
    if case .keystrokes(let repetitions) = self { repetitions } else { nil }
  }

  /// The parts of a trace after which contenders alternate.
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

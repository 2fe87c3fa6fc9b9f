import MatchmarkCore
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

/// The progress of a hunt, in words.
enum HuntText {
  /// Shows progress as a line that is redrawn on a terminal, and as one line every ten seconds
  /// elsewhere; finds and cases that take too long are always shown.
  static func show(
    _ event: Hunt.Event, showsProgress: Bool, again: (_ number: Int, _ matcher: String) -> String
  ) {
    switch event {
    case .progress(let tally):
      if showsProgress { show(tally) }
    case .seen(let number, let matcher, let text):
      write(
        "\(matcher) is wrong in case \(number), now being shrunk: \(text)", again(number, matcher))
    case .found: break
    case .stuck(let number, let matcher):
      write(
        "\(matcher) has been at case \(number) for \(Hunt.patienceInSeconds) seconds",
        again(number, matcher))
    }
  }

  private static func write(_ line: String, _ again: String) {
    end()
    StandardError.write("\(line)\n  again: \(again)")
  }

  private static func show(_ tally: Hunt.Tally) {
    let memory = tally.residentSizesInBytes.last.map { ", \(size($0))" } ?? ""
    let line = "\(QuantityFormat.time(Double(tally.nanoseconds))): \(counts(tally))\(memory)"
    if Terminal.isTerminal(StandardError.descriptor) {
      StandardError.redraw(line)
    } else if tally.nanoseconds / 1_000_000_000 % 10 == 0 {
      StandardError.write(line)
    }
  }

  /// Erases the line.
  static func end() {
    if Terminal.isTerminal(StandardError.descriptor) {
      StandardError.erase()
    }
  }

  static func verdict(_ tally: Hunt.Tally, seed: UInt64) -> String {
    let after = tally.nanosecondsToFind.map { QuantityFormat.time(Double($0)) }
    let found = after.map { "1 disagreement after \($0)" } ?? "0 disagreements"
    return "\(found): \(counts(tally)) in \(QuantityFormat.time(Double(tally.nanoseconds))), "
      + "seed \(seed)\(memory(tally))"
  }

  /// How many forms were reached, and which were not; with `isFull`, how often each was.
  static func coverage(_ tally: Hunt.Tally, isFull: Bool) -> [String] {
    let reached = tally.forms.counts.filter { $0.value > 0 }
    guard let least = reached.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      return []
    }
    let counted = isFull ? reached.sorted { $0.key < $1.key } : []
    return [
      "coverage: \(reached.count) of \(tally.forms.counts.count) forms reached, "
        + "least often \(least.key) (\(QuantityFormat.count(least.value)))"
    ]
      + counted.map { "  \($0.key): \(QuantityFormat.count($0.value))" }
      + tally.forms.missing.map { "  \($0): not reached" }
  }

  /// The two halves of a hunt show whether memory grows; a short hunt has no halves.
  private static func memory(_ tally: Hunt.Tally) -> String {
    guard let halves = tally.residentHalves else { return "" }
    return "; peak memory \(size(halves.first)) in the first half, "
      + "\(size(halves.second)) in the second"
  }

  private static func size(_ bytes: UInt64) -> String { QuantityFormat.size(Int(bytes)) }

  private static func counts(_ tally: Hunt.Tally) -> String {
    "\(QuantityFormat.count(tally.caseCount)) cases, "
      + "\(QuantityFormat.count(tally.answerCount)) answers compared "
      + "(\(rate(tally.answersPerMinute)) per minute)"
  }

  private static func rate(_ answers: Double) -> String {
    answers >= 1e5
      ? "\(QuantityFormat.fixed(answers / 1e6, digits: 1)) million"
      : QuantityFormat.count(Int(answers.rounded()))
  }
}

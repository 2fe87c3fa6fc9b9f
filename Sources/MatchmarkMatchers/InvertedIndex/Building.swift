import MatchmarkCore

/// How an index is built: the number of cores, and the receiver of progress.
struct Building: Sendable {
  var cores = KernelCores.one
  var path = KernelPath.best
  var thresholds = Thresholds()
  var progress: MatcherOptions.Progress = { _, _ in }
  /// The part being built, such as the name of a field.
  var name = ""
  /// The range of the part within the whole.
  var range = 0.0...1.0

  /// One of several parts of about equal cost.
  func part(_ index: Int, of count: Int, name: String) -> Building {
    let width = (range.upperBound - range.lowerBound) / Double(max(count, 1))
    let start = range.lowerBound + Double(index) * width
    var part = self
    part.name = name
    part.range = start...start + width
    return part
  }

  /// Reports the progress of a step, as a fraction of this part.
  func note(_ step: String, _ fraction: Double) {
    let whole = range.lowerBound + fraction * (range.upperBound - range.lowerBound)
    progress(name.isEmpty ? step : "\(name): \(step)", whole)
  }

  /// Reports progress at one row in a million, between two fractions of this part.
  @inline(__always)
  func note(_ step: String, row: Int, of count: Int, _ fractions: ClosedRange<Double>) {
    guard row & 0xF_FFFF == 0 else { return }
    let share = Double(row) / Double(max(count, 1))
    note(step, fractions.lowerBound + share * (fractions.upperBound - fractions.lowerBound))
  }
}

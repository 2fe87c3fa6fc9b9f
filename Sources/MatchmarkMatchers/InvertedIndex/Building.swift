import MatchmarkCore

/// The settings of a build: the number of cores, and the receiver of progress.
struct Building: Sendable {
  var cores = KernelCores.one
  var path = KernelPath.best
  var thresholds = Thresholds()
  var progress: MatcherOptions.Progress = { _, _ in }
  /// The part being built, such as the name of a field.
  var name = ""
  /// The range of this part within the whole build, from 0 to 1.
  var range = 0.0...1.0

  /// Returns one of several parts of about equal cost.
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

  /// Reports progress between two fractions of this part, once in a million rows.
  @inline(__always)
  func note(_ step: String, row: Int, of count: Int, _ fractions: ClosedRange<Double>) {
    guard row & 0xF_FFFF == 0 else { return }
    let share = Double(row) / Double(max(count, 1))
    note(step, fractions.lowerBound + share * (fractions.upperBound - fractions.lowerBound))
  }
}

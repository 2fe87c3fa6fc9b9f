import MatchmarkCore

/// How an index is built: the number of cores, and the receiver of progress.
struct Building: Sendable {
  let cores: KernelCores
  /// The instructions that read the index.
  let path: KernelPath
  let thresholds: Thresholds
  private let progress: MatcherOptions.Progress
  /// The part being built, such as the name of a field.
  let name: String
  /// The range of the part within the whole.
  private let range: ClosedRange<Double>

  init(
    cores: KernelCores = .one, path: KernelPath = .best,
    thresholds: Thresholds = Thresholds(),
    progress: @escaping MatcherOptions.Progress = { _, _ in }
  ) {
    self.cores = cores
    self.path = path
    self.thresholds = thresholds
    self.progress = progress
    name = ""
    range = 0...1
  }

  private init(_ whole: Building, name: String, range: ClosedRange<Double>) {
    cores = whole.cores
    path = whole.path
    thresholds = whole.thresholds
    progress = whole.progress
    self.name = name
    self.range = range
  }

  /// One of several parts of about equal cost.
  func part(_ index: Int, of count: Int, name: String) -> Building {
    let width = (range.upperBound - range.lowerBound) / Double(max(count, 1))
    let start = range.lowerBound + Double(index) * width
    return Building(self, name: name, range: start...start + width)
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

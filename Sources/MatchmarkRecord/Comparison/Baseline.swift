package import MatchmarkCore
internal import MatchmarkJSON

/// The results of a run with which later runs are compared: the participants, the cells, and every
/// ratio to the reference.
///
/// A baseline is small enough to be committed, because it omits everything that a comparison does
/// not need: answers, queries, single samples, and times, which change from day to day even on the
/// same machine.
package struct Baseline: Sendable, Codable {
  /// The version of this format; later versions read all earlier ones.
  package static let currentFormatVersion = 1

  package var formatVersion = currentFormatVersion
  package var conditions: Conditions
  package var cells: [BaselineCell]

  package init(conditions: Conditions, cells: [BaselineCell]) {
    self.conditions = conditions
    self.cells = cells
  }

  /// The conditions that apply to the run as a whole.
  package struct Conditions: Sendable, Codable, Hashable {
    package var specificationVersion: Int
    package var suite: String
    package var delivery: Delivery
    package var reference: String
    /// The length of a sample; see ``SuiteRecord/sampleMicroseconds``: ratios depend on whether
    /// samples share the caches.
    package var sampleMicroseconds: Double?
    package var hostClass: String
    package var isOptimised: Bool
    package var startedAt: String
    package var tool: String
    package var revision: String?
    /// The arguments of the run, so that a check can repeat it; nil in baselines that predate the
    /// field.
    package var arguments: [String]?

    package init(_ context: RunContext, suite: SuiteRecord, specificationVersion: Int) {
      self.specificationVersion = specificationVersion
      self.suite = suite.name
      delivery = suite.delivery
      reference = suite.reference
      sampleMicroseconds = suite.sampleMicroseconds
      hostClass = context.host.hostClass
      isOptimised = context.build.isOptimised
      startedAt = context.startedAt
      tool = context.tool
      revision = context.revision
    }
  }
}

package struct BaselineCell: Sendable, Codable {
  package var id: String
  package var rowCount: Int
  package var corpusIdentity: String
  /// The profile of the cell; nil in baselines that predate the field.
  package var profile: SearchProfile?
  package var workloadIdentity: String
  /// The number of typed keystrokes; nil in baselines that predate the field.
  package var keystrokeCount: Int?
  /// The typing sessions; nil in baselines that predate the field.
  package var sessions: TypingSessions?
  /// The ratio of the reference to itself.
  package var noise: RatioInterval?
  /// The reference's time per keystroke: the geometric mean of the medians over rounds.
  ///
  /// No verdict is based on this time. It shows how much the speed of the machine has changed
  /// since.
  package var referenceNanoseconds: Double?
  /// The times for which every ratio is finite: from a picosecond to about a quarter of an hour.
  static let referenceTimes = 1e-3...1e12
  package var matchers: [BaselineMatcher]
}

package struct BaselineMatcher: Sendable, Codable {
  package var id: String
  package var options: [String: String]
  package var status: MatcherStatus
  /// The matcher's ratios to the reference; nil for the reference itself, and if the matcher was
  /// not timed.
  package var ratios: PairedRatios?
  /// The slowest keystrokes of the matcher's warm-up; nil if there are too few, and in baselines
  /// that predate the field.
  package var slowest: [Int]?
  package var indexSizeInBytes: Int?
  /// The figures that were counted instead of timed; nil if there are none.
  package var exact: ExactFigures?
  /// The p50 and p99 of medians over all keystrokes, for the reader only, because times are not
  /// compared.
  package var p50: Double?
  package var p99: Double?
}

extension HostRecord {
  /// The processor and its number of cores, without the clock rate; see ``Comparability``.
  package var hostClass: String { "\(processor), \(coreCount) cores" }
}

extension Baseline {
  /// Creates a baseline of a record without ratios, from which it can be seen if two runs measured
  /// the same things.
  ///
  /// No samples are read.
  package init(outlineOf record: RunRecord) {
    conditions = Conditions(
      record.context, suite: record.suite, specificationVersion: record.specificationVersion)
    cells = record.cells.map { BaselineCell(outlineOf: $0) }
  }

  /// Creates a baseline with the figures of a record that can be compared.
  package init(_ record: RunRecord) throws(SamplePacking.PackingError) {
    self.init(outlineOf: record)
    for (index, cell) in record.cells.enumerated() {
      try cells[index].addRatios(of: cell, reference: record.suite.reference)
    }
  }

  /// Returns the same baseline, with each fork (or each fifth of a single fork's rounds) reduced to
  /// its medians.
  package func reduced() -> Baseline {
    var baseline = self
    for cell in baseline.cells.indices {
      for matcher in baseline.cells[cell].matchers.indices {
        let ratios = baseline.cells[cell].matchers[matcher].ratios
        baseline.cells[cell].matchers[matcher].ratios = ratios?.reduced()
      }
    }
    return baseline
  }

  package func cell(_ id: String) -> BaselineCell? { cells.first { $0.id == id } }
}

extension BaselineCell {
  fileprivate init(outlineOf cell: CellRecord) {
    id = cell.id
    rowCount = cell.corpus.rowCount
    corpusIdentity = cell.corpus.identity
    profile = cell.profile
    workloadIdentity = cell.workloadIdentity
    keystrokeCount = cell.typedCount
    noise = cell.noise?.ratio
    matchers = cell.matchers.map { record in
      var matcher = BaselineMatcher(id: record.id, options: record.options, status: record.status)
      matcher.indexSizeInBytes = record.build?.indexSizeInBytes
      matcher.exact = record.exact
      matcher.p50 = record.figures?.typed.p50OfMedians
      matcher.p99 = record.figures?.typed.p99OfMedians
      return matcher
    }
  }

  /// Adds the figures that are computed from the samples of the cell.
  fileprivate mutating func addRatios(
    of cell: CellRecord, reference: String
  ) throws(SamplePacking.PackingError) {
    func isTyped(_ index: Int) -> Bool {
      cell.keystrokes.indices.contains(index) && cell.keystrokes[index].isTyped
    }
    sessions = TypingSessions(cell.keystrokes)
    guard
      let base = try cell.matchers.first(where: { $0.id == reference && $0.isRanked })?
        .measuredSamples()
    else { return }
    let medians = base.filter { isTyped($0.keystroke) }.medians
    referenceNanoseconds = geometricMean(medians.sorted { $0.key < $1.key }.map(\.value))
    for (index, record) in cell.matchers.enumerated()
    where record.id != reference && record.isRanked {
      let samples = try SamplePacking.unpack(record.packedSamples)
      let measured = samples.filter { $0.round >= record.warmUpRounds }
      let warmUp = samples.filter { $0.round < record.warmUpRounds }
      matchers[index].ratios = PairedRatios(measured, to: base, where: isTyped)
      matchers[index].slowest = GateTail(warmUp, where: isTyped)?.keystrokes.sorted()
    }
  }

  package func matcher(_ id: String) -> BaselineMatcher? { matchers.first { $0.id == id } }
}

extension MatcherRecord {
  /// Returns the samples after the warm-up rounds.
  package func measuredSamples() throws(SamplePacking.PackingError) -> [Sample] {
    try SamplePacking.unpack(packedSamples).filter { $0.round >= warmUpRounds }
  }
}

extension Baseline {
  /// The baseline as JSON with sorted keys, each cell on a line of its own, so that git can show
  /// what changed.
  package func encoded() throws(RecordError) -> [UInt8] {
    let bytes = try RecordFormat.baseline.encode(self)
    do throws(JSONError) { return try JSONValue(text: bytes).lines } catch {
      throw .malformed(.baseline, "\(error.message), at byte \(error.offset)")
    }
  }

  package init(decoding bytes: [UInt8]) throws(RecordError) {
    self = try RecordFormat.baseline.decode(Baseline.self, from: bytes)
    for cell in cells {
      guard let time = cell.referenceNanoseconds else { continue }
      guard BaselineCell.referenceTimes.contains(time) else {
        throw .malformed(
          .baseline,
          "got referenceNanoseconds \(time) for '\(cell.id)', expected a number in "
            + "\(BaselineCell.referenceTimes)")
      }
    }
  }
}

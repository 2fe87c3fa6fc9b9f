package import MatchmarkMeasurement

extension Block {
  /// The times of several machines side by side, each with its own noise floor; nil if nothing was
  /// timed.
  ///
  /// - Parameter records: one for each kind of machine, with the name that identifies it.
  package static func machines(_ records: [(name: String, record: RunRecord)]) -> Block? {
    typealias Row = (name: String, host: String, cell: CellRecord, of: MatcherRecord)
    let rows = records.filter { $0.record.kind == .run }.flatMap { name, record in
      record.cells.flatMap { cell in
        cell.matchers.map { Row(name, record.context.host.name, cell, $0) }
      }
    }
    return Block(
      "times", "Times of machines, never pooled",
      rows.sorted { ($0.cell.id, $0.of.id) < ($1.cell.id, $1.of.id) },
      [
        .words("cell") { $0.cell.id }, .words("matcher") { $0.of.id },
        .words("machines") { $0.host }, .words("record") { $0.name },
        .count("processes") { $0.of.figures?.forkCount },
        .time("p50") { $0.of.figures?.typed.p50OfMedians },
        .interval("ratio") { $0.of.figures?.ratioInterval },
        .percent("noise") { $0.cell.noise?.ratio.distanceFromOne },
      ])
  }
}

import MatchmarkConformance
import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement

extension Verification {
  /// How many keystrokes are asked again for their marks, and how many rows of each are compared.
  private static let markedCount = (keystrokes: 24, rows: 5)

  /// Compares an engine's marks in the first rows with the oracle's; one that gives none is right.
  func verifyMarks(_ contender: inout Contender, seed: UInt64) throws(QueryError) {
    let asked = contender.keystrokes.subtracting(contender.declined).sorted()
      .filter { !workload.keystrokes[$0].query.text.isEmpty }
    let sample = Self.sample(
      of: asked.count, taking: Self.markedCount.keystrokes, seed: seed, stream: "marks")
    for index in sample.map({ asked[$0] }) where contender.isRight && contender.record.isExact {
      let query = workload.keystrokes[index].query
      guard let page = contender.markedPage(query) else { return }
      for (row, given) in zip(page.rows ?? [], page.ranges ?? []).prefix(Self.markedCount.rows) {
        let right = try oracle.matchedRanges(row: row, for: query)
          .byName(in: corpus.corpus.schema)
        guard given != right else { continue }
        fault(
          &contender, keystroke: index,
          "row \(row): marked \(MarkedField.text(given)), expected \(MarkedField.text(right))",
          row: row)
        break
      }
    }
  }
}

import Foundation
import MatchmarkCore
import MatchmarkRecord

/// Runs whose ratios are known: a reference that takes 1 µs, and others that take a share of it.
struct RunFixture {
  var ratios = ["fast": 0.5]
  var forks = 5
  var rounds = 6
  var queries = 12
  /// The standard deviation of a sample's logarithm.
  var noise = 0.01
  var seed: UInt64 = 1
  var cells = ["titles-7"]
  var change: (inout RunRecord) -> Void = { _ in }

  var record: RunRecord {
    var record = RecordFixtures.full
    record.suite.reference = "linear-scan"
    record.context.build.isOptimised = true
    var normal = Normal(seed: seed)
    record.cells = cells.map { name in
      let keystrokes = (0..<queries).map { index in
        KeystrokeRecord(
          trace: "t", query: SearchQuery("q\(index)"), eventClass: "later-key", matchCount: 1)
      }
      var cell = record.cells[0]
      cell.corpus.name = name
      cell.keystrokes = keystrokes
      cell.matchers = [matcher("linear-scan", 1, &normal)]
      for (id, ratio) in ratios.sorted(by: { $0.key < $1.key }) {
        cell.matchers.append(matcher(id, ratio, &normal))
      }
      return cell
    }
    change(&record)
    return record
  }

  func baseline() throws -> Baseline { try Baseline(record) }

  private func matcher(_ id: String, _ ratio: Double, _ normal: inout Normal) -> MatcherRecord {
    var record = MatcherRecord(id: id)
    record.warmUpRounds = 1
    var samples: [Sample] = []
    for fork in 0..<forks {
      for round in 0...rounds {
        for query in 0..<queries {
          let time = 1e6 * ratio * exp(noise * normal.next()) * (round == 0 ? 9 : 1)
          samples.append(
            Sample(
              fork: fork, round: round, keystroke: query, order: 0, batch: 1,
              totalNanoseconds: Int(time)))
        }
      }
    }
    record.packedSamples = SamplePacking.pack(samples)
    record.build = BuildFigures(nanoseconds: 1, indexSizeInBytes: 7, peakGrowthInBytes: nil)
    return record
  }
}

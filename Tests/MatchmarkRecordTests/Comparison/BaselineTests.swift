import Foundation
import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Baselines")
struct BaselineTests {
  @Test("A baseline is read back as written, up to steps below the clock's resolution")
  func roundTrip() throws {
    let baseline = try RunFixture(ratios: ["a": 1e-4, "b": 5e3]).baseline().reduced()
    let bytes = try baseline.encoded()
    let decoded = try Baseline(decoding: bytes)
    #expect(try decoded.encoded() == bytes)
    #expect(decoded.conditions == baseline.conditions)
    for (matcher, original) in zip(decoded.cells[0].matchers, baseline.cells[0].matchers) {
      #expect(matcher.id == original.id)
      #expect(matcher.ratios?.queries == original.ratios?.queries)
      #expect(matcher.ratios?.roundCounts == original.ratios?.roundCounts)
      for (value, other) in zip(
        matcher.ratios?.logarithms ?? [], original.ratios?.logarithms ?? [])
      { #expect(abs(value - other) <= 0.000_250_1) }
    }
  }

  @Test("The reference has no ratio in a baseline, and no ratio includes warm-up rounds")
  func contents() throws {
    let cell = try RunFixture(noise: 0).baseline().cells[0]
    #expect(cell.matcher("linear-scan")?.ratios == nil)
    let ratios = try #require(cell.matcher("fast")?.ratios)
    #expect(ratios.roundCounts == [6, 6, 6, 6, 6])
    #expect(abs(ratios.ratio - 0.5) < 1e-5)
    #expect(cell.matcher("no one") == nil)
  }

  @Test("Several forks are reduced to their medians, and a single fork to fifths of its rounds")
  func reduced() throws {
    let values = (0..<14).map(Double.init)
    let one = PairedRatios(queries: [3, 8], roundCounts: [7], logarithms: values)
    let parts = one.reduced()
    #expect(parts.roundCounts == [5])
    // Rounds 0, 1, 2–3, 4, 5–6 of query 3 hold 0, 2, 4 and 6, 8, 10 and 12.
    #expect(parts.logarithms == [0, 1, 2, 3, 5, 6, 8, 9, 11, 12])
    let forks = PairedRatios(queries: [3, 8], roundCounts: [3, 4], logarithms: values).reduced()
    #expect(forks.roundCounts == [1, 1])
    #expect(forks.logarithms == [2, 3, 9, 10])
  }

  @Test("A baseline of fifty cells with three matchers each takes less than 500 KB")
  func size() throws {
    let run = RunFixture(
      ratios: ["a": 0.1, "b": 0.2, "c": 30], forks: 1, rounds: 5, queries: 100,
      cells: (0..<50).map { "corpus-\($0)" })
    #expect(try run.baseline().reduced().encoded().count < 500_000)
  }

  @Test("A baseline of a later version is refused by its version, and anything else is refused too")
  func refused() throws {
    let text = String(decoding: try RunFixture().baseline().encoded(), as: UTF8.self)
    let later = text.replacing("\"formatVersion\":1}", with: "\"formatVersion\":2}")
    #expect(throws: RecordError.tooNew(.baseline, version: 2)) {
      try Baseline(decoding: Array(later.utf8))
    }
    #expect(RecordError.tooNew(.baseline, version: 2).description.contains("version 2"))
    for bad in ["", "{}", "[]", "{\"formatVersion\":1}"] {
      #expect(throws: RecordError.self) { try Baseline(decoding: Array(bad.utf8)) }
    }
  }

  @Test(
    "Inconsistent paired ratios are refused when they are decoded",
    arguments: [
      #"{"queries":[],"roundCounts":[1],"logarithms":""}"#,
      #"{"queries":[1],"roundCounts":[],"logarithms":""}"#,
      #"{"queries":[1],"roundCounts":[0],"logarithms":""}"#,
      #"{"queries":[1],"roundCounts":[-1],"logarithms":"AAA="}"#,
      #"{"queries":[1],"roundCounts":[2],"logarithms":"AAA="}"#,
      #"{"queries":[1],"roundCounts":[9223372036854775807,2],"logarithms":"AAA="}"#,
      #"{"queries":[1],"roundCounts":[1],"logarithms":"!"}"#,
      #"{"queries":[2,1],"roundCounts":[1],"logarithms":"AAAAAA=="}"#,
      #"{"queries":[1,1],"roundCounts":[1],"logarithms":"AAAAAA=="}"#,
      #"{"queries":[-1,1],"roundCounts":[1],"logarithms":"AAAAAA=="}"#,
    ])
  func malformed(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PairedRatios.self, from: Data(text.utf8))
    }
  }

  @Test(
    "An impossible time of the reference is refused on reading, and gives no drift",
    arguments: ["5e-324", "0", "-1", "9e15"])
  func referenceTimes(text: String) throws {
    var earlier = try RunFixture().baseline()
    let now = earlier
    let whole = String(decoding: try earlier.encoded(), as: UTF8.self)
    let changed = whole.replacing(
      try Regex(#""referenceNanoseconds":[0-9.e+]+"#), with: "\"referenceNanoseconds\":\(text)")
    #expect(changed != whole)
    #expect(throws: RecordError.self) { try Baseline(decoding: Array(changed.utf8)) }
    earlier.cells[0].referenceNanoseconds = Double(text)
    for pair in [(now, earlier), (earlier, now)] {
      let findings = RunComparison(now: pair.0, earlier: pair.1, replicateCount: 50).findings()
      #expect(!findings.isEmpty && findings.allSatisfy { $0.drift == nil })
    }
  }

  @Test("A truncated baseline is refused")
  func truncated() throws {
    let bytes = try RunFixture().baseline().reduced().encoded()
    for count in stride(from: 0, to: bytes.count - 2, by: 61) {
      #expect(throws: RecordError.self) { try Baseline(decoding: Array(bytes.prefix(count))) }
    }
  }

  @Test("Paired ratios can be restricted to some of their queries")
  func keeping() throws {
    let ratios = PairedRatios(
      queries: [1, 4, 6], roundCounts: [2], logarithms: [0, 1, 2, 3, 4, 5])
    let kept = try #require(ratios.keeping([4, 6, 9]))
    #expect(kept.queries == [4, 6])
    #expect(kept.logarithms == [1, 2, 4, 5])
    #expect(ratios.keeping([9]) == nil)
    #expect(ratios.keeping([1, 4, 6]) == ratios)
  }
}

@Suite("Records of several forks")
struct ForkMergingTests {
  private func forks(_ count: Int, _ change: (Int, inout RunRecord) -> Void = { _, _ in })
    -> [RunRecord]
  {
    (0..<count).map { fork in
      var record = RunFixture(forks: 1, seed: UInt64(fork)).record
      change(fork, &record)
      return record
    }
  }

  @Test("The samples of several forks are kept side by side, and the figures use all of them")
  func merged() throws {
    let record = try RunRecord(forks: forks(3))
    let matcher = record.cells[0].matchers[1]
    let samples = try SamplePacking.unpack(matcher.packedSamples)
    #expect(Set(samples.map(\.fork)) == [0, 1, 2])
    #expect(matcher.figures?.forkCount == 3)
    #expect(matcher.figures?.roundCount == 18)
    #expect(abs((matcher.figures?.ratioToReference ?? 0) - 0.5) < 0.01)
    #expect(try Baseline(record).cells[0].matcher("fast")?.ratios?.forkCount == 3)
  }

  @Test("A single fork makes a record with figures, and no fork at all is an error")
  func few() throws {
    let record = try RunRecord(forks: forks(1))
    #expect(record.cells[0].matchers[1].figures?.forkCount == 1)
    #expect(throws: ForkError.none) { try RunRecord(forks: []) }
  }

  @Test("A matcher that was wrong in one fork is wrong in the merged record")
  func wrong() throws {
    let record = try RunRecord(
      forks: forks(3) { fork, record in
        if fork == 1 { record.cells[0].matchers[1].status = .voided }
      })
    #expect(record.cells[0].matchers[1].status == .voided)
    #expect(record.cells[0].matchers[1].figures == nil)
    #expect(record.cells[0].matchers[0].figures != nil)
  }

  @Test("A later fork may lack cells or matchers, whose samples then come from fewer forks")
  func part() throws {
    let record = try RunRecord(
      forks: forks(4) { fork, record in
        if fork == 2 { record.cells[0].matchers.removeLast() }
        if fork == 3 { record.cells = [] }
      })
    #expect(record.cells[0].matchers.map(\.figures?.forkCount) == [3, 2])
    #expect(record.cells[0].matchers.allSatisfy { $0.status == .verified })
    #expect(try Baseline(record).cells[0].matcher("fast")?.ratios?.forkCount == 2)
  }

  @Test("Forks that measured different things cannot be merged into one record")
  func different() throws {
    let changes: [(inout RunRecord) -> Void] = [
      { $0.cells[0].corpus.identity = "x" }, { $0.cells[0].workloadIdentity = "x" },
      { $0.cells[0].matchers.append(MatcherRecord(id: "other")) },
      { $0.cells[0].corpus.name = "other" },
      { $0.suite.delivery = .count }, { $0.cells[0].matchers[1].options = ["grams": "3"] },
      { $0.cells[0].matchers[0].packedSamples = "?" },
    ]
    for change in changes {
      let records = forks(2) { fork, record in if fork == 1 { change(&record) } }
      #expect(throws: ForkError.self) { try RunRecord(forks: records) }
    }
  }
}

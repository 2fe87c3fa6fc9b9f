import MatchmarkRecord
import Testing

@Suite("A sequence of looks")
struct GateLookFindingsTests {
  private func finding(
    _ matcher: String, _ verdict: GateVerdict, _ figure: GateFigure = .time, forks: Int = 8
  ) -> GateFinding {
    var finding = GateFinding(
      cell: "c", matcher: matcher, figure: figure.rawValue, verdict: verdict,
      ratio: RatioInterval(ratio: 1, lower: 1, upper: 1, confidence: 0.95, standardError: 0),
      floor: 0.03)
    (finding.forkCount, finding.roundCount) = (forks, 9)
    if figure == .time { finding.packedBase = "\(forks)" }
    return finding
  }

  /// Makes looks with the given findings for each; returns the forks and the open findings.
  ///
  /// - Parameter early: the findings of a look before the first block ends; nil for no such look.
  private func looks(
    _ answers: [[GateFinding]], early: [GateFinding]? = nil, forkCount: Int = 8,
    confirmed: [GateFinding] = []
  ) -> (findings: [GateFinding], asked: [String]) {
    var asked: [String] = []
    let findings = GateLook.findings(forkCount: forkCount, hasEarly: early != nil) {
      look, forks, open in
      asked.append("\(forks) \(open.map { $0.map(\.matcher).joined() } ?? "all")")
      return look == .early ? early ?? [] : answers[look.blockCount - 1]
    } confirm: { forks, suspects in
      asked.append("confirm \(forks) \(suspects.map(\.matcher).joined())")
      return confirmed
    }
    return (findings, asked)
  }

  @Test("A sequence of looks ends at the first look that decides everything")
  func decided() {
    let found = looks([[finding("a", .same), finding("b", .faster), finding("n", .notComparable)]])
    #expect(found.asked == ["0..<8 all"])
    #expect(found.findings.map(\.verdict) == [.same, .faster, .notComparable])
  }

  @Test("A sequence of looks repeats only open comparisons, and ends after three looks")
  func open() {
    let found = looks([
      [finding("a", .inconclusive), finding("b", .same), finding("b", .inconclusive, .tail)],
      [
        finding("a", .inconclusive, forks: 16), finding("b", .slower, forks: 16),
        finding("b", .same, .tail, forks: 16),
      ],
      [
        finding("a", .inconclusive, forks: 24), finding("b", .slower),
        finding("b", .slower, .tail, forks: 24),
      ],
    ])
    #expect(found.asked == ["0..<8 all", "8..<16 ab", "16..<24 a"])
    #expect(found.findings.map(\.verdict) == [.inconclusive, .same, .same])
    #expect(found.findings.map(\.forkCount) == [24, 8, 16])
    // The samples are all that was measured.
    #expect(found.findings.map(\.packedBase) == ["24", "8", nil])
  }

  @Test("A slower verdict is confirmed in as many fresh forks as it took to find it")
  func confirmation() {
    let answers = [
      [finding("a", .slower), finding("b", .inconclusive), finding("b", .same, .tail)],
      [finding("a", .slower), finding("b", .slower, forks: 16), finding("b", .slower, .tail)],
    ]
    let found = looks(
      answers, confirmed: [finding("a", .slower), finding("b", .slower, .tail)])
    #expect(found.asked == ["0..<8 all", "8..<16 b", "confirm 16..<32 ab"])
    #expect(found.findings.map(\.verdict) == [.slower, .inconclusive, .same])
    #expect(found.findings[1].reason == "a fresh block of rounds did not confirm it")
    #expect(found.findings[0].confirmation != nil && found.findings[1].confirmation == nil)
  }

  @Test("A difference by far ends a sequence of looks after three forks, and three confirm it")
  func early() {
    let all = looks(
      [], early: [finding("a", .slower, forks: 3), finding("b", .faster, forks: 3)],
      confirmed: [finding("a", .slower, forks: 3)])
    #expect(all.asked == ["0..<3 all", "confirm 3..<6 a"])
    #expect(all.findings.map(\.verdict) == [.slower, .faster])
    #expect(all.findings.map(\.forkCount) == [3, 3])
    let open = looks(
      [[finding("b", .same)]],
      early: [finding("a", .slower, forks: 3), finding("b", .inconclusive, forks: 3)],
      confirmed: [finding("a", .slower, forks: 3)])
    #expect(open.asked == ["0..<3 all", "3..<8 b", "confirm 8..<11 a"])
    #expect(open.findings.map(\.verdict) == [.slower, .same])
    // A block that is no longer has no earlier look.
    #expect(looks([[finding("a", .same)]], early: [], forkCount: 3).asked == ["0..<3 all"])
  }

  @Test("A comparison in a single process gets no further look")
  func single() {
    let found = looks([[finding("a", .inconclusive, forks: 1)]], forkCount: 1)
    #expect(found.asked == ["0..<1 all"])
  }
}

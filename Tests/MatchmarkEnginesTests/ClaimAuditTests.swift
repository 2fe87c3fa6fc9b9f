import MatchmarkEngines
import Testing

@Suite("Claims of an engine over many exchanges")
struct ClaimAuditTests {
  /// Forty keystrokes of 10 to 400 µs, each with 30 µs of transport.
  private static let works = (1...40).map { 10_000 * $0 }
  private static let transport = 30_000
  private static let costs = Dictionary(
    uniqueKeysWithValues: works.enumerated().map { ($0, Double($1)) })

  /// Exchanges of an engine that reports `claim` for a keystroke that takes this many nanoseconds.
  private func audit(
    idle: Int = 0, repeats: Bool = true, claim: (Int) -> Int
  ) -> ClaimAudit {
    var audit = ClaimAudit()
    for (keystroke, work) in Self.works.enumerated() {
      for noise in [50_000, 0, 9_000_000] {
        audit.note(
          [claim(work)], of: keystroke, wall: UInt64(work + Self.transport + idle + noise))
      }
    }
    for work in Self.works.prefix(8) {
      let count = 64
      let often = (repeats ? work * count : work) + Self.transport + idle
      audit.note(
        once: Double(work + Self.transport + idle - claim(work)),
        often: Double(often - claim(work) * count), count: count, claimed: Double(claim(work)))
    }
    return audit
  }

  private func impossibility(_ audit: ClaimAudit) -> String? {
    audit.impossibility(resolution: 1, rowCount: 1_000)
  }

  @Test("that are true are accepted, however noisy single exchanges are")
  func honest() {
    let audit = audit { $0 }
    #expect(impossibility(audit) == nil)
    #expect(audit.doubt(costs: Self.costs) == nil)
  }

  @Test("that are divided are contradicted by repetitions")
  func divided() throws {
    let words = try #require(impossibility(audit { $0 / 50 }))
    #expect(
      words == "it reports 900 ns for a keystroke that takes 45000 ns in each repetition")
  }

  @Test("that exclude the cost of the loop are accepted")
  func loop() { #expect(impossibility(audit { $0 - 1_500 }) == nil) }

  @Test("that never vary are rejected, unless the clock is too coarse to tell")
  func constant() {
    let audit = audit(repeats: false) { _ in 100 }
    #expect(
      impossibility(audit) == "it reports 100 ns for every keystroke, with a clock step of 1 ns")
    #expect(audit.impossibility(resolution: 100, rowCount: 1_000) == nil)
  }

  @Test("that leave out work are doubted, based on how long the work takes")
  func outside() throws {
    // It works only once however often it is asked, so repetitions reveal nothing.
    let audit = audit(repeats: false) { 100 + $0 / 1_000 }
    #expect(impossibility(audit) == nil)
    let doubt = try #require(audit.doubt(costs: Self.costs))
    #expect(doubt.hasPrefix("on keystrokes that cost others more"))
    #expect(audit.doubt(costs: [:]) == nil)
  }

  @Test("are doubted if an exchange takes milliseconds longer")
  func idle() throws {
    let doubt = try #require(audit(idle: 3_000_000) { $0 }.doubt(costs: Self.costs))
    #expect(doubt.hasPrefix("each keystroke takes 3030000 ns beyond"))
  }
}

import MatchmarkConformance
import MatchmarkCore
import MatchmarkSession
import MatchmarkTestSupport
import Testing

@Suite("A search field on random sessions")
struct SessionFaultTests {
  @Test(
    "A search field without a fault passes every random session",
    arguments: 1...TestAmount.sessionCount)
  func right(seed: Int) throws {
    let entry = SearchModelEntry(id: "right") { SearchSession(for: $0, settings: $1) }
    let found = try SessionDisagreement(of: entry, in: RandomSession(seed: UInt64(seed)))
    #expect(found == nil, "\(String(describing: found))")
  }

  @Test(
    "A faulty search field is caught on random sessions that shrink to a few events",
    arguments: SessionFault.allCases.every(TestAmount.sessionFaultStride))
  func caught(fault: SessionFault) throws {
    let entry = fault.entry
    var found: SessionDisagreement?
    for seed in 1...3_000 as ClosedRange<UInt64> where found == nil {
      found = try SessionDisagreement(of: entry, in: RandomSession(seed: seed))
    }
    let small = try #require(found, "\(fault.id) was not caught").shrunk(of: entry)
    #expect(small.session.events.count <= 6, "\(small)")
    #expect(small.description.contains("matchmark session --app \(small.session.app)"))
    for index in small.session.events.indices {
      var shorter = small.session
      shorter.events.remove(at: index)
      let rest = try SessionDisagreement(of: entry, in: shorter)
      #expect(rest == nil, "event \(index + 1) can be left out\n\(small)")
    }
  }

  @Test("A faulty search field is named, with what was got and what was expected")
  func message() throws {
    let entry = SessionFault.keepsTextOnConversion.entry
    var session = RandomSession(seed: 1)
    while session.app != "plans" || session.settings.conversions.isEmpty
      || !session.settings.vetoes.isEmpty
    {
      session = RandomSession(seed: session.seed + 1)
    }
    session.events = [.activate(by: .user), .setText("road"), .setText("BU")]
    let found = try #require(try SessionDisagreement(of: entry, in: session))
    let small = found.shrunk(of: entry)
    #expect(small.session.events == [.setText("BU")])
    #expect(small.description.contains("faulty-keeps-text-on-conversion differs"))
    #expect(small.description.contains(#"text: got "BU", expected """#), "\(small)")
    #expect(small.description.contains(#"{"event":"set-text","text":"BU"}"#))
  }

  @Test("Random sessions vary in their apps, settings and events")
  func variety() {
    let sessions = (1...200).map { RandomSession(seed: UInt64($0)) }
    #expect(Set(sessions.map(\.app)) == ["plans", "countries"])
    #expect(Set(sessions.map(\.settings.scopeBar)).count == ScopeBarMode.allCases.count)
    #expect(Set(sessions.flatMap(\.settings.vetoes)).count == Veto.allCases.count)
    let names = Set(sessions.flatMap(\.events).map(\.name))
    #expect(names.isSuperset(of: ["type", "cut", "undo", "mark-text", "restore", "tap-row"]))
  }
}

import Foundation
import MatchmarkCommand
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Every limit of the table, tried.
@Suite("Limits of input", .long)
struct InputLimitTests {
  private static let triggers = LimitTrigger.all

  @Test("each limit has one name, and one input that exceeds it")
  func names() {
    let names = InputLimitList.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.sorted() == Self.triggers.map(\.name).sorted())
  }

  @Test(
    "input at a limit is accepted, and input beyond it gets exactly the error in the table",
    arguments: InputLimitList.all)
  func limit(_ limit: InputLimit) throws {
    let trigger = try #require(Self.triggers.first { $0.name == limit.name })
    switch trigger.kind {
    case .calls(let atLimit, let beyond, let expected):
      #expect(try atLimit() == nil)
      let complaint = try #require(try beyond(), "nothing was said beyond the limit")
      if case .cut = limit.beyond { return }
      let text = expected(limit.beyond.text)
      #expect(complaint.contains(text), "'\(text)' is not in: \(complaint.prefix(400))")
      #expect(!complaint.contains("got got"), "\(complaint.prefix(400))")
    case .commands(let atLimit, let beyond):
      if let outcome = try atLimit?.run() {
        let said = outcome.errors + outcome.output
        #expect(!said.contains(limit.beyond.text), "\(said.prefix(400))")
      }
      let outcome = try beyond.run()
      let said = outcome.errors + outcome.output
      #expect(said.contains(limit.beyond.text), "\(said.prefix(400))")
      #expect(!said.contains("got got"), "\(said.prefix(400))")
      #expect(outcome.code == InputLimitList.exitCode(beyond: limit) ?? 0)
    case .untried(let why):
      #expect(!why.isEmpty)
    }
  }

  @Test("only a few limits are too large to test")
  func untried() {
    let names = Self.triggers.filter { if case .untried = $0.kind { true } else { false } }
    #expect(
      names.map(\.name).sorted() == ["child-processes", "column-size", "corpus-rows"],
      "each needs a reason that no one can argue with")
  }

  @Test("list limits prints them")
  func list() throws {
    let list = try Program.matchmark.run(["list", "limits"])
    #expect(list.code == 0)
    for limit in InputLimitList.all {
      #expect(list.output.contains(limit.beyond.text), "\(limit.name)")
    }
  }
}

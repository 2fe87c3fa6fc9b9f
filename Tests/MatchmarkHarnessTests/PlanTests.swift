import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Workloads")
struct WorkloadTests {
  private func workload(
    _ events: [SessionEvent], _ profile: SearchProfile = HarnessFixtures.profile()
  ) throws -> Workload {
    let corpus = try FoldedCorpus(HarnessFixtures.corpus(), profile: profile)
    return try Workload([Trace(name: "t", events: events)], in: corpus)
  }

  private func message(_ events: [SessionEvent], _ profile: SearchProfile) -> String {
    do {
      _ = try workload(events, profile)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test("An impossible event of a workload is refused with its trace and the reason")
  func impossible() {
    let events: [SessionEvent] = [.activate(by: .user), .removeToken(at: 0)]
    #expect(
      message(events, HarnessFixtures.profile())
        == "trace 't': got token index 0, expected one of the 0 tokens of the field")
    #expect(throws: WorkloadError.self) { try workload(events) }
  }

  @Test("Every kind of generated session is in exactly one group of similar kinds")
  func kindsAlike() {
    let names = TypingSessions.kindsAlike.flatMap(\.self)
    #expect(names.sorted() == TraceKind.allCases.map(\.rawValue).sorted())
  }

  @Test("A query beyond the contract is refused with its trace, keystroke and reason")
  func refused() {
    let split = HarnessFixtures.profile().with { $0.terms = .splitAND }
    #expect(
      message(
        [.activate(by: .user), .type("a"), .type(String(repeating: " a", count: 32))], split)
        == "trace 't', keystroke 3: got 33 terms, expected at most 32")
  }

  @Test("A workload may have a token of a facet outside the profile (O12)")
  func foreignToken() {
    let token = FieldToken(facet: "size", value: "S")
    #expect(
      message([.activate(by: .user), .insertToken(token, at: nil)], HarnessFixtures.profile())
        == "nothing")
  }

  @Test("The traces of a workload are ranges of its keystrokes, and one without a query has none")
  func ranges() throws {
    let corpus = try FoldedCorpus(HarnessFixtures.corpus(), profile: HarnessFixtures.profile())
    let workload = try Workload(HarnessFixtures.traces, in: corpus)
    #expect(workload.traces == [0..<10, 10..<24])
    #expect(workload.keystrokes.map(\.trace).prefix(11).suffix(2) == ["rose", "long"])
  }

  @Test("A keystroke that leaves the field empty browses, whatever caused it")
  func browsing() throws {
    let events: [SessionEvent] = [
      .activate(by: .user), .type("a"), .backspace, .selectScope(1), .type("b"),
    ]
    #expect(
      try workload(events).keystrokes.map(\.eventClass)
        == ["browse", "first-key", "browse", "browse", "first-key"])
  }
}

@Suite("Replay commands")
struct ReplayCommandTests {
  private static let scan = Participant(HarnessFixtures.linear)

  static let words = [
    "", "plain", "two words", "it's", "'", "''", "\"quoted\"", "$HOME", "$(id)", "`id`", "\\",
    "a\\",
    "*", "~", "#", "!", "&;|<>", "-x", "--", "a\nb", "\t", "é", "e\u{301}", "漢字", "😀", "=x",
    "{a,b}",
    "'\u{301}; echo injected #", "a'\u{200D}'b", "\r\n",
    "\u{9B}31m\u{202E}", "\u{1B}[", "\u{1B}[31m", "%s", "[a]", "?", "x\r", "\n", "'\\''",
    "a\n\n%s\n", "\n'", "\n漢", "\t\n\tx",
  ]

  /// The arguments that a shell makes of a command line.
  private func words(of command: String) throws -> [String] {
    let outcome = try Child.run(["/bin/sh", "-c", "set -f; printf '%s\\0' \(command)"])
    return outcome.output.utf8.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A shell reads back every quoted word, byte for byte")
  func quoting() throws {
    let command = Self.words.map(ShellWord.quoted).joined(separator: " ")
    #expect(try words(of: command).map { Array($0.utf8) } == Self.words.map { Array($0.utf8) })
  }

  @Test("A plain word is not quoted for the shell")
  func plain() {
    for word in ["titles-1000", "a/b.csv", "facet=value", "2019"] {
      #expect(ShellWord.quoted(word) == word)
    }
  }

  @Test("A replay command has the corpus, profile, matcher, tokens and scope, and text after --")
  func command() throws {
    let query = SearchQuery(
      "-x it's",
      tokens: [SearchToken(facet: "kind", value: "a b"), SearchToken(facet: "k", value: "")],
      scope: "2019")
    let command = HarnessFixtures.cell().replay(of: Self.scan).line(query, of: .usual)
    #expect(
      try words(of: command) == [
        "./matchmark", "query", "--corpus", "plants.csv", "--profile", "plants", "--matcher",
        "linear-scan", "--token", "kind=a b", "--token", "k=", "--scope", "2019", "--", "-x it's",
      ])
  }

  @Test("A replay command omits an inferred profile, and names the file of any other")
  func profiles() {
    var cell = HarnessFixtures.cell()
    cell.profileArgument = nil
    #expect(
      cell.replay(of: Self.scan).line(SearchQuery("a"), of: .usual)
        == "./matchmark query --corpus plants.csv --matcher linear-scan -- a")
    cell.profileArgument = "my profile.yaml"
    #expect(
      cell.replay(of: Self.scan).line(SearchQuery("a"), of: .usual)
        == "./matchmark query --corpus plants.csv --profile 'my profile.yaml' "
        + "--matcher linear-scan -- a")
  }
}

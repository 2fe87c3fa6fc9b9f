import MatchmarkCommand
import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkSession

extension FuzzTarget {
  static let trace = FuzzTarget(
    "trace", "typing sessions, which a search field replays",
    promise: "what is written can be read back unchanged"
  ) { bytes in
    let traces: [Trace]
    do throws(TraceFileError) { traces = try TraceFile.decode(bytes, file: "file") } catch {
      return try require(error.description.hasPrefix("file:"), "no file: \(error.description)")
    }
    let again = try TraceFile.decode(TraceFile.encode(traces), file: "written")
    try require(again == traces, "other sessions are read again")
    for trace in traces { live(through: trace) }
  }

  static let typed = FuzzTarget(
    "typed", "settings of a search field, and lines typed into it",
    promise: "errors name the file or the line"
  ) { bytes in
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    do throws(InputError) {
      let settings = try SettingsFile.decode(Array(lines[0]), file: "file")
      var session = session(settings)
      for line in lines.dropFirst() { type(String(decoding: line, as: UTF8.self), into: &session) }
    } catch {
      try require(error.description.hasPrefix("file:"), "no file: \(error.description)")
    }
  }

  static let cases = FuzzTarget(
    "cases", "files of cases, which 'verify' asks",
    promise: "errors name the file"
  ) { bytes in
    do throws(ConformanceError) {
      let suite = try ConformanceSuite.load(with: [CaseFile(name: "file", bytes: bytes)])
      for testCase in suite.cases { _ = CaseRunner().run(testCase, on: .oracle) }
    } catch {
      try require(error.description.hasPrefix("file"), "no file: \(error.description)")
    }
  }

  private static func live(through trace: Trace) {
    var session = session(SessionSettings())
    for event in trace.events { live(through: event, in: &session) }
  }

  private static func type(_ line: String, into session: inout SearchSession) {
    guard let event = try? TypedLine.event(line, in: session) else { return }
    live(through: event, in: &session)
  }

  /// An impossible event may only be refused.
  private static func live(through event: SessionEvent, in session: inout SearchSession) {
    guard let step = try? session.step(event, matchCount: 3) else { return }
    _ = session.snapshot(after: step, matchCount: 3)
    _ = session.query
  }

  private static func session(_ settings: SessionSettings) -> SearchSession {
    SearchSession(
      profile: SearchProfile(name: "fuzz", textFields: []).with {
        $0.facets = ["plan"]
        $0.scope = ScopeAxis(facet: "plan")
      }, scopeTitles: ["All", "travel"],
      candidates: [SearchToken(facet: "plan", value: "travel")], settings: settings)
  }
}

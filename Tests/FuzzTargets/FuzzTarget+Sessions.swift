import MatchmarkConformance
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkSession

extension FuzzTarget {
  static let trace = FuzzTarget(
    "trace", "typing sessions, which a search field lives through",
    promise: "what is read, is read again from what is written"
  ) { bytes in
    let traces: [Trace]
    do throws(TraceFileError) { traces = try TraceFile.decode(bytes, file: "file") } catch {
      return try require(error.description.hasPrefix("file:"), "no file: \(error.description)")
    }
    let again = try TraceFile.decode(TraceFile.encode(traces), file: "written")
    try require(again == traces, "other sessions are read again")
    for trace in traces { live(through: trace) }
  }

  static let cases = FuzzTarget(
    "cases", "files of cases, which 'reproduce' runs",
    promise: "errors name the file"
  ) { bytes in
    do throws(ConformanceError) {
      let suite = try ConformanceSuite.load(beside: [CaseFile(name: "file", bytes: bytes)])
      for testCase in suite.cases { _ = CaseRunner().run(testCase, on: .oracle) }
    } catch {
      try require(error.description.hasPrefix("file"), "no file: \(error.description)")
    }
  }

  /// What cannot happen is refused, which is all that may happen.
  private static func live(through trace: Trace) {
    var session = SearchSession(
      profile: SearchProfile(name: "fuzz", textFields: []).with {
        $0.facets = ["plan"]
        $0.scope = ScopeAxis(facet: "plan")
      }, scopeTitles: ["All", "travel"],
      candidates: [SearchToken(facet: "plan", value: "travel")])
    for event in trace.events {
      guard let step = try? session.step(event, matchCount: 3) else { continue }
      _ = session.snapshot(after: step, matchCount: 3)
      _ = session.query
    }
  }
}

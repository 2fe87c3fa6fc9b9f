import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkMatchers
import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem
import MatchmarkTestSupport

/// Rows, and the search field into which sessions are typed.
struct CoverageFamily: Sendable {
  let name: String
  let load: @Sendable () throws -> Corpus
  let profile: SearchProfile
  var settings = SessionSettings()
  /// The workload of its runs.
  var designs: [CoverageDesign]

  /// Every generator and every app, with the sessions of suites and of `--corpus`.
  static let all: [CoverageFamily] =
    CorpusGenerator.all.map { generator in
      // A row of `long` is as large as a thousand others.
      let rowCount = generator.name == "long" ? 100 : 10_000
      var designs: [CoverageDesign] = [.ofAllKinds(24)]
      switch generator.name {
      case "duplicates": break
      case "titles": designs.append(.frontierTitles)
      default: designs.append(.frontier)
      }
      return CoverageFamily(
        name: generator.name, load: { try generator.corpus(rowCount: rowCount, seed: 1) },
        profile: .titles, designs: designs)
    }
    + FixtureApps.all.filter { $0.name != "architecture-one-list" }.map { app in
      CoverageFamily(
        name: app.name,
        load: { try app.corpus.corpus(inFolder: WorkingCopy.path("Fixtures/corpora")) },
        profile: app.corpus.profile, settings: app.settings, designs: [.ofAllKinds(24)])
    }
}

/// The number of sessions of each kind in a run.
struct CoverageDesign: Sendable {
  let name: String
  let counts: [TraceKind: Int]

  /// The kinds are spread as in suites: the first ones have one more.
  static func ofAllKinds(_ count: Int) -> CoverageDesign {
    let kinds = TraceKind.allCases
    let counts = kinds.enumerated().map { index, kind in
      (kind, count / kinds.count + (index < count % kinds.count ? 1 : 0))
    }
    return CoverageDesign(
      name: "\(count) of all kinds", counts: Dictionary(uniqueKeysWithValues: counts))
  }

  /// The workload of the cells of the suite `frontier` that a target is about.
  static let frontier = CoverageDesign(
    name: "88 words, 48 titles", counts: [.word: 88, .wholeTitle: 48])

  /// That of its cells of `titles`, where more whole titles would have incumbents sampled.
  static let frontierTitles = CoverageDesign(
    name: "88 words, 16 titles", counts: [.word: 88, .wholeTitle: 16])
}

/// Many more sessions than in a run, and the times of two matchers for every keystroke.
struct CoveragePool {
  /// The typed keystrokes of a session: by keystroke, then matcher, then round, in nanoseconds.
  struct Session {
    var name: String
    var times: [[[Double]]] = []
    /// Each matcher's median over rounds, for each keystroke.
    var medians: [[Double]] { times.map { $0.map { Quantile.median($0) ?? 0 } } }

    /// The same session in only some rounds.
    func keeping(_ rounds: [Int]) -> Session {
      Session(
        name: name, times: times.map { $0.map { times in rounds.map { times[$0] } } })
    }
  }

  static let matchers = ["linear-scan", "inverted-index"]
  /// The rounds of the pool: every run draws half of them, so that rounds differ, too.
  static let roundCount = 12

  /// The sessions with a typed keystroke.
  private(set) var sessions: [TraceKind: [Session]] = [:]

  init(_ family: CoverageFamily, sessionsOfEachKind count: Int) throws {
    let corpus = try FoldedCorpus(try family.load(), profile: family.profile)
    // Another seed than those whose sessions chose the rules for intervals.
    let generator = TraceGenerator(corpus: corpus, seed: 4)
    let kinds = TraceKind.allCases.flatMap { Array(repeating: $0, count: count) }
    let traces = generator.traces(sessions: kinds.count)
    let workload = try Workload(traces, in: corpus, settings: family.settings)
    let times = try Self.times(workload, in: corpus)
    let kindByName = Dictionary(zip(traces.map(\.name), kinds)) { first, _ in first }
    for trace in workload.traces {
      var session = Session(name: workload.keystrokes[trace.lowerBound].trace)
      for index in trace where workload.keystrokes[index].isTyped {
        session.times.append(times.map { $0[index] })
      }
      guard let kind = kindByName[session.name], !session.times.isEmpty else { continue }
      sessions[kind, default: []].append(session)
    }
  }

  /// The time of each keystroke, matcher and round; matchers take turns by session, as in runs.
  private static func times(
    _ workload: Workload, in corpus: FoldedCorpus
  ) throws -> [[[Double]]] {
    var turns = try matchers.map { try PooledMatcher($0, workload, in: corpus) }
    for round in 0...roundCount {
      for (number, trace) in workload.traces.enumerated() {
        for turn in turns.indices {
          // Which of the two comes first changes with every session and every round.
          let position = (turn + number + round) % turns.count
          try turns[position].type(workload.keystrokes[trace], at: trace, in: round)
        }
      }
    }
    return turns.map(\.times)
  }
}

/// A matcher, and its time for each keystroke.
private struct PooledMatcher {
  private(set) var times: [[Double]]
  private var batches: [Int]
  private var cursor: any MatcherCursor
  private var window = TimedWindow()
  private var answer = Answer()
  private let rowCount: Int
  private let calibration = BatchCalibration(readingCost: MonotonicClock.measureReadingCost())

  init(_ id: String, _ workload: Workload, in corpus: FoldedCorpus) throws {
    guard let entry = MatcherEntry.builtIn.first(where: { $0.descriptor.id == id }) else {
      throw DevelopmentError("got no matcher '\(id)'")
    }
    cursor = try entry.build(corpus, MatcherOptions()).makeAnyCursor()
    times = Array(repeating: [], count: workload.keystrokes.count)
    batches = Array(repeating: 1, count: times.count)
    rowCount = corpus.rowCount
  }

  /// Times the keystrokes of a session.
  mutating func type(
    _ keystrokes: ArraySlice<KeystrokeRecord>, at places: Range<Int>, in round: Int
  ) throws {
    for (keystroke, place) in zip(keystrokes, places) {
      answer.reset(rowCount: rowCount)
      let timing = try window.time(
        keystroke.query, on: &cursor, into: &answer, delivering: .page,
        repetitions: batches[place])
      let nanoseconds = Double(timing.nanoseconds) / Double(batches[place])
      // The first round warms up and shows how short a keystroke is.
      if round == 0 {
        batches[place] = calibration.size(forWorkOf: nanoseconds)
      } else {
        times[place].append(nanoseconds)
      }
    }
  }
}

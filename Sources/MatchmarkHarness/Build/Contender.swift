package import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem

/// A matcher as a run needs it: the catalog entry and its options; or an engine.
package struct Contestant: Sendable {
  /// The matcher; of an engine the face that it shows where nothing is timed.
  package let entry: MatcherEntry
  package let options: MatcherOptions
  /// The engine; nil for a matcher of this process.
  package let engine: EngineContestant?

  package init(_ entry: MatcherEntry, options: MatcherOptions = MatcherOptions()) {
    self.entry = entry
    self.options = options
    engine = nil
  }

  init(engine: EngineContestant, entry: MatcherEntry) {
    self.entry = entry
    self.engine = engine
    options = MatcherOptions()
  }

  package var id: String { entry.descriptor.id }
}

/// A contestant on one cell: what was built of it, and what is known about it so far.
struct Contender {
  let contestant: Contestant
  let rowCount: Int
  var record: MatcherRecord
  var matcher: (any BuiltMatcher)?
  var cursor: (any MatcherCursor)?
  /// The process, where the contestant is an engine that runs.
  var engine: EngineProcess?
  /// The keystrokes that this matcher is held to; all of them, unless it is sampled.
  var keystrokes: Set<Int> = []
  /// Keystrokes that it declined, which are not timed either.
  var declined: Set<Int> = []
  /// Keystrokes on which it differs as the ledger says, which are not timed either; with the
  /// position of the entry.
  var diverged: [Int: Int] = [:]
  /// Whether it can deliver the outcome that is being timed.
  private var delivers = true
  /// Those of the outcome that is being timed.
  var samples: [Sample] = []
  /// Those of each outcome that has been timed.
  private(set) var samplesOfOutcome: [Outcome: [Sample]] = [:]
  var coldFirstKey: Double?
  /// See ``RepetitionProbe``; nil where it was not tried.
  var repeatedToUnseen: Double?
  /// See ``PacedReplay``.
  var pacedSamples: [Sample] = []
  /// Whether this is the second build of the reference matcher; see ``Twin``.
  var isTwin = false

  /// Builds the matcher, timing it; what goes wrong becomes the status.
  ///
  /// - Parameters:
  ///   - rows: the corpus as engines read it; nil where none takes part.
  ///   - progress: told how far building is.
  init(
    _ contestant: Contestant, on corpus: FoldedCorpus, rows: RowsFile? = nil,
    progress: @escaping MatcherOptions.Progress = { _, _ in }
  ) {
    self.contestant = contestant
    rowCount = corpus.rowCount
    let descriptor = contestant.entry.descriptor
    record = MatcherRecord(
      id: descriptor.id, options: contestant.options.values, isExact: descriptor.isExact)
    if let engine = contestant.engine {
      start(engine, rows?.corpus, corpus.profile)
    } else if case .unsupported(let reason) = contestant.entry.support(corpus.profile) {
      record.status = .skipped
      record.reason = reason
    } else {
      build(
        on: corpus, MatcherOptions(contestant.options.values, progress: progress))
    }
  }

  /// A contestant that the suite does not ask on this cell: it is skipped, and says so.
  init(leavingOut contestant: Contestant, rowCount: Int) {
    self.contestant = contestant
    self.rowCount = rowCount
    record = MatcherRecord(id: contestant.id, options: contestant.options.values)
    record.status = .skipped
    record.reason = "the suite leaves it out of this cell"
  }

  private mutating func build(on corpus: FoldedCorpus, _ options: MatcherOptions) {
    let canReadPeak = ProcessMemory.resetPeak()
    let before = ProcessMemory.residentSizeInBytes()
    let start = MonotonicClock.now()
    do {
      let matcher = try contestant.entry.build(corpus, options)
      let nanoseconds = Int(MonotonicClock.now() - start)
      let peak = canReadPeak ? ProcessMemory.peakResidentSizeInBytes() : nil
      record.build = BuildFigures(
        nanoseconds: nanoseconds, indexSizeInBytes: matcher.indexByteCount,
        peakGrowthInBytes: before.flatMap { before in peak.map { Int($0) - Int(before) } })
      record.plan = matcher.plan
      self.matcher = matcher
      cursor = matcher.makeAnyCursor()
    } catch .unsupportedCorpus(let reason) {
      record.status = .skipped
      record.reason = reason
    } catch {
      record.status = .errored
      record.reason = error.description
    }
  }

  /// Whether it can be asked; a wrong answer does not end that, so that more can be shown.
  var isAnswering: Bool {
    isBuilt && (record.status == .verified || record.status == .voided)
  }

  /// Whether its answer counts where answers are compared; a twin would only confirm itself.
  var isWitness: Bool { record.isExact && !isTwin }

  /// Whether it has been right so far; only such a contender is timed.
  var isRight: Bool { isBuilt && record.status == .verified }

  private var isBuilt: Bool { cursor != nil || engine != nil }

  /// Whether it is timed: it has been right so far, and can deliver what is timed.
  var isTimed: Bool { isRight && delivers }

  /// Is named with the cell, should it take the process along from here on.
  func leaveWord(timedIn cell: String) {
    LastWords.set(contestant.id, "while \(cell) was timed")
  }

  /// Begins the timing of an outcome, which an engine need not offer.
  mutating func begin(_ outcome: Outcome) {
    let reason = engine?.reasonNotToTime(outcome)
    delivers = reason == nil
    record.reason = record.reason ?? reason
  }

  /// Ends the timing of an outcome; keystrokes on which it turned out to differ have no time.
  mutating func keepSamples(of outcome: Outcome) {
    samplesOfOutcome[outcome] = samples
    samples = []
    for outcome in samplesOfOutcome.keys {
      samplesOfOutcome[outcome]?.removeAll { diverged[$0.keystroke] != nil }
    }
  }

  /// Adds wall time to an event class.
  mutating func spend(_ nanoseconds: UInt64, on eventClass: EventClass) {
    record.wallSeconds[eventClass.rawValue, default: 0] += Double(nanoseconds) / 1e9
  }

  /// Asks once for all rows; an error ends its part in the cell.
  mutating func answer(_ query: SearchQuery, into answer: inout Answer) -> Reply? {
    if let engine { return self.answer(query, of: engine, into: &answer) }
    var window = TimedWindow()
    return time(query, in: &window, into: &answer, delivering: .count).map {
      Reply(response: $0.response, wallNanoseconds: UInt64($0.nanoseconds))
    }
  }

  /// Times a matcher of this process; an error ends its part in the cell.
  mutating func time(
    _ query: SearchQuery, in window: inout TimedWindow, into answer: inout Answer,
    delivering outcome: Outcome, repetitions: Int = 1
  ) -> TimedWindow.Timing? {
    // Taken out, so that the cursor is never copied.
    guard var cursor = cursor.take() else { return nil }
    defer { self.cursor = cursor }
    do {
      return try window.time(
        query, on: &cursor, into: &answer, delivering: outcome, repetitions: repetitions)
    } catch {
      record.status = .errored
      record.reason = error.description
      return nil
    }
  }

  /// What came of asking once.
  struct Reply {
    let response: Response
    /// The time that passed here.
    let wallNanoseconds: UInt64
    /// The time of the answer alone, as an engine took it itself.
    let ownNanoseconds: UInt64

    init(response: Response, wallNanoseconds: UInt64, ownNanoseconds: UInt64? = nil) {
      self.response = response
      self.wallNanoseconds = wallNanoseconds
      self.ownNanoseconds = ownNanoseconds ?? wallNanoseconds
    }
  }
}

package import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem

/// A matcher as a run needs it: the catalog entry and its options.
package struct Contestant: Sendable {
  package let entry: MatcherEntry
  package let options: MatcherOptions

  package init(_ entry: MatcherEntry, options: MatcherOptions = MatcherOptions()) {
    self.entry = entry
    self.options = options
  }

  package var id: String { entry.descriptor.id }
}

/// A contestant on one cell: what was built of it, and what is known about it so far.
struct Contender {
  let contestant: Contestant
  var record: MatcherRecord
  var matcher: (any BuiltMatcher)?
  var cursor: (any MatcherCursor)?
  /// The keystrokes that this matcher is held to; all of them, unless it is sampled.
  var keystrokes: Set<Int> = []
  /// Keystrokes that it declined, which are not timed either.
  var declined: Set<Int> = []
  var samples: [Sample] = []
  var coldFirstKey: Double?
  /// See ``RepetitionProbe``; nil where it was not tried.
  var repeatedToUnseen: Double?
  /// See ``PacedReplay``.
  var pacedSamples: [Sample] = []
  /// Whether this is the second build of the reference matcher; see ``Twin``.
  var isTwin = false

  /// Builds the matcher, timing it; what goes wrong becomes the status.
  init(_ contestant: Contestant, on corpus: FoldedCorpus) {
    self.contestant = contestant
    let descriptor = contestant.entry.descriptor
    record = MatcherRecord(
      id: descriptor.id, options: contestant.options.values, isExact: descriptor.isExact)
    if case .unsupported(let reason) = contestant.entry.support(corpus.profile) {
      record.status = .skipped
      record.reason = reason
      return
    }
    build(on: corpus)
  }

  private mutating func build(on corpus: FoldedCorpus) {
    let canReadPeak = ProcessMemory.resetPeak()
    let before = ProcessMemory.residentSizeInBytes()
    let start = MonotonicClock.now()
    do {
      let matcher = try contestant.entry.build(corpus, contestant.options)
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
    cursor != nil && (record.status == .verified || record.status == .voided)
  }

  /// Whether its answer counts where answers are compared; a twin would only confirm itself.
  var isWitness: Bool { record.isExact && !isTwin }

  /// Whether it has been right so far; only such a contender is timed.
  var isRight: Bool { cursor != nil && record.status == .verified }

  /// Adds wall time to an event class.
  mutating func spend(_ nanoseconds: UInt64, on eventClass: EventClass) {
    record.wallSeconds[eventClass.rawValue, default: 0] += Double(nanoseconds) / 1e9
  }

  /// Asks the matcher once; an error ends its part in the cell.
  mutating func answer(_ query: SearchQuery, into answer: inout Answer) -> Response? {
    do { return try cursor?.answer(query, into: &answer) } catch {
      record.status = .errored
      record.reason = error.description
      return nil
    }
  }
}

import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkMatchers
import MatchmarkSession
import MatchmarkSystem

/// Measures what the folding `loose` costs compared with `cd`, side by side in one process.
///
/// Of each needle that has the same rows under both, the least of several times is taken for each
/// folding, in turn, so that a busy machine slows both alike.
struct FoldingStudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folding-study",
    abstract: "Measure folding, indexes and keystrokes under loose, relative to cd.")

  @Option(help: "The generators whose rows are measured, those in Hangul apart.")
  var generator: [String] = ["titles", "people", "identifiers", "cjk", "long"]

  @Option(help: "The number of rows.")
  var rows = 100_000

  @Option(help: "The number of typing sessions for each mode.")
  var sessions = 28

  @Option(help: "The number of rows in Hangul; 0 for none.")
  var hangulRows = 1_000_000

  func run() throws {
    for name in generator {
      guard let made = CorpusGenerator.named(name) else {
        throw DevelopmentError("got generator '\(name)'")
      }
      let corpus = try Self.selection(of: made.corpus(rowCount: rows, seed: 1), inHangul: false)
      try FoldingComparison(corpus, named: name, sessions: sessions).print()
    }
    if hangulRows > 0, let made = CorpusGenerator.named("people") {
      let some = try Self.selection(of: made.corpus(rowCount: 200_000, seed: 1), inHangul: true)
      let corpus = try CorpusSample(of: some, seed: 1).corpus(rowCount: hangulRows, named: "hangul")
      try FoldingComparison(corpus, named: "hangul", sessions: sessions).print()
    }
  }

  /// The rows whose title is in Hangul, or those whose title has none.
  private static func selection(of corpus: Corpus, inHangul: Bool) throws -> Corpus {
    var builder = CorpusBuilder(name: corpus.name, schema: corpus.schema)
    for row in 0..<corpus.rowCount {
      let isHangul = corpus.cell(row: row, column: 0).unicodeScalars.contains {
        (0xAC00...0xD7A3).contains($0.value) || (0x1100...0x11FF).contains($0.value)
          || (0x3131...0x318E).contains($0.value)
      }
      if isHangul == inHangul {
        try builder.append(corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) })
      }
    }
    return builder.finish()
  }
}

/// One corpus under both foldings, matched by contains and by word prefix.
private struct FoldingComparison {
  private let corpus: Corpus
  private let name: String
  private let sessions: Int
  private static let rounds = 9

  init(_ corpus: Corpus, named name: String, sessions: Int) {
    (self.corpus, self.name, self.sessions) = (corpus, name, sessions)
  }

  func print() throws {
    for mode in [MatchMode.contains, .wordPrefix] {
      let profiles = [Folding.caseAndDiacriticInsensitive, .loose].map { folding in
        SearchProfile(name: "study", textFields: [TextField("title", mode)], folding: folding)
          .with { $0.terms = .splitAND }
      }
      var folding: [UInt64] = [.max, .max]
      var folded: [FoldedCorpus] = []
      for _ in 0..<Self.rounds {
        folded.removeAll()
        for (side, profile) in profiles.enumerated() {
          let start = MonotonicClock.now()
          folded.append(try FoldedCorpus(corpus, profile: profile))
          folding[side] = min(folding[side], MonotonicClock.now() - start)
        }
      }
      Swift.print(
        "\(name) \(mode.rawValue): \(corpus.rowCount) rows, folding \(Self.ratio(folding)), "
          + "\(Self.milliseconds(folding[0])) and \(Self.milliseconds(folding[1])) ms; text "
          + Self.ratio(folded.map { UInt64($0.sizeInBytes) }))
      for entry in MatcherEntry.builtIn {
        if case .unsupported = entry.support(profiles[0]) { continue }
        try compare(entry, over: folded)
      }
    }
  }

  private func compare(_ entry: MatcherEntry, over folded: [FoldedCorpus]) throws {
    let matchers = try folded.map { try entry.build($0, MatcherOptions()) }
    var cursors = matchers.map { $0.makeAnyCursor() }
    var answers = [Answer(), Answer()]
    let session = SearchSession(for: folded[1])
    let texts = try TraceGenerator(corpus: folded[1], seed: 7).traces(sessions: sessions)
      .flatMap { try $0.keystrokes(in: session).map(\.query.text) }
    var equal: [Needle] = []
    var loose: [UInt64] = []
    for text in Set(texts).sorted() where !text.isEmpty {
      let best = try Self.times(of: text, &cursors, &answers)
      loose.append(best[1])
      guard answers[0].rows == answers[1].rows else { continue }
      equal.append(Needle(text: text, rowCount: answers[1].count, times: best))
    }
    equal.sort { $0.ratio < $1.ratio }
    let slow = equal.filter { $0.ratio > 1.2 }
    let median = equal.isEmpty ? 1 : equal[equal.count / 2].ratio
    let index = Self.ratio(matchers.map { UInt64($0.indexByteCount) })
    let tail = Self.milliseconds(Self.percentile99(loose))
    Swift.print("  \(entry.descriptor.id): index \(index); loose p99 \(tail) ms")
    Swift.print(
      "    \(equal.count) of \(loose.count) needles have equal rows: median \(Self.two(median)), "
        + "most \(Self.two(equal.last?.ratio ?? 1)), \(slow.count) over 1.2")
    for needle in slow.suffix(4) {
      Swift.print(
        "    \(Self.two(needle.ratio)): \(needle.text.debugDescription), \(needle.rowCount) rows, "
          + "\(needle.times[0]) and \(needle.times[1]) ns")
    }
  }

  /// A needle that has the same rows under both foldings.
  private struct Needle {
    let text: String
    let rowCount: Int
    let times: [UInt64]

    var ratio: Double { Double(times[1]) / Double(max(times[0], 1)) }
  }

  /// The least times of a keystroke under both foldings, in nanoseconds.
  private static func times(
    of text: String, _ cursors: inout [any MatcherCursor], _ answers: inout [Answer]
  ) throws -> [UInt64] {
    let query = SearchQuery(text)
    var best: [UInt64] = [.max, .max]
    var repeats = 1
    for round in 0..<rounds {
      for side in 0..<2 {
        // A matcher that remembers rows of the keystroke before must not profit from that.
        _ = try cursors[side].answer(SearchQuery("\u{10FFFD}"), into: &answers[side])
        let start = MonotonicClock.now()
        for _ in 0..<repeats { _ = try cursors[side].answer(query, into: &answers[side]) }
        let time = (MonotonicClock.now() - start) / UInt64(repeats)
        if round > 0 { best[side] = min(best[side], time) }
        // A batch of short keystrokes takes a tenth of a millisecond.
        if round == 0, side == 0 { repeats = Int(min(1_000, max(1, 100_000 / max(time, 1)))) }
      }
    }
    return best
  }

  private static func percentile99(_ times: [UInt64]) -> UInt64 {
    times.isEmpty ? 0 : times.sorted()[(times.count - 1) * 99 / 100]
  }

  private static func ratio(_ pair: [UInt64]) -> String {
    two(Double(pair[1]) / Double(max(pair[0], 1)))
  }

  private static func milliseconds(_ time: UInt64) -> String { two(Double(time) / 1e6) }

  private static func two(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}

import MatchmarkCore
package import MatchmarkMeasurement

/// What a matcher costs to build and to keep, beside what its keystrokes cost then.
package struct CostFacts: Sendable, Hashable {
  /// One matcher on one corpus of the largest size.
  package struct Point: Sendable, Hashable {
    package var corpus: String
    package var p99: Double
    package var indexBytesPerByte: Double
    package var buildNanoseconds: Double
    package var peakGrowthInBytes: Int?
  }

  /// One matcher under one profile.
  package struct Entry: Sendable, Hashable {
    package var matcher: String
    package var points: [Point]
    /// Whether it answered every corpus, all keystrokes of them.
    package var isComplete: Bool
    /// The worst p99 of medians over the corpora, in nanoseconds.
    package var worstP99: Double
    /// Index bytes of all corpora per byte of their text.
    package var indexBytesPerByte: Double
    /// Whether no other matcher is at least as good in both and better in one.
    package fileprivate(set) var isOnFront = false
  }

  package var profile: String
  package var rowCount: Int
  package var entries: [Entry]

  /// One for each profile, at its largest size; profiles where nothing was timed are left out.
  package static func profiles(of record: RunRecord) -> [CostFacts] {
    let roster = Roster(record)
    return record.largestByProfile.compactMap { group in
      let entries = Participation.all(in: group.cells, roster).compactMap {
        Entry($0, cellCount: group.cells.count)
      }
      guard !entries.isEmpty else { return nil }
      var facts = CostFacts(
        profile: group.profile, rowCount: group.rowCount, entries: entries)
      facts.markFront()
      return facts
    }
  }

  /// The Pareto front, by index bytes: each next one is faster.
  ///
  /// Whoever left something out is never on it.
  package var front: [Entry] {
    entries.filter(\.isOnFront).sorted { $0.indexBytesPerByte < $1.indexBytesPerByte }
  }

  private mutating func markFront() {
    for index in entries.indices where entries[index].isComplete {
      let entry = entries[index]
      entries[index].isOnFront = !entries.contains { other in
        other.isComplete && other.worstP99 <= entry.worstP99
          && other.indexBytesPerByte <= entry.indexBytesPerByte
          && (other.worstP99 < entry.worstP99
            || other.indexBytesPerByte < entry.indexBytesPerByte)
      }
    }
  }

  /// What speed costs in memory.
  package static func frontTable(_ profiles: [CostFacts]) -> ReportTable {
    var table = ReportTable(
      "Worst p99 against index bytes",
      columns: [
        .words("profile"), .figures("rows"), .words("matcher"), .words("corpus"),
        .figures("index bytes per byte"), .figures("p99"), .words("Pareto front"),
      ])
    for profile in profiles {
      for entry in profile.entries {
        let head = [
          DisplayText.line(profile.profile), QuantityFormat.count(profile.rowCount),
          DisplayText.line(entry.matcher),
        ]
        table.append(
          head + [
            "all", QuantityFormat.ratio(entry.indexBytesPerByte),
            QuantityFormat.time(entry.worstP99),
            entry.isOnFront ? "on it" : entry.isComplete ? "behind it" : "incomplete",
          ])
        for point in entry.points {
          table.append(
            head + [
              DisplayText.line(point.corpus), QuantityFormat.ratio(point.indexBytesPerByte),
              QuantityFormat.time(point.p99), "",
            ])
        }
      }
    }
    table.notes = [
      "A matcher is on the front where no other is both faster at its worst and smaller; one that "
        + "left a corpus or a keystroke out is incomplete and never on it."
    ]
    return table
  }

  /// What building costs.
  package static func buildTable(_ profiles: [CostFacts]) -> ReportTable {
    var table = ReportTable(
      "Build time and memory",
      columns: [
        .words("profile"), .words("matcher"), .words("corpus"), .figures("build time"),
        .figures("index bytes per byte"), .figures("peak growth"),
      ])
    for profile in profiles {
      for entry in profile.entries {
        for point in entry.points {
          table.append([
            DisplayText.line(profile.profile), DisplayText.line(entry.matcher),
            DisplayText.line(point.corpus), QuantityFormat.time(point.buildNanoseconds),
            QuantityFormat.ratio(point.indexBytesPerByte),
            point.peakGrowthInBytes.map(QuantityFormat.size) ?? "unknown",
          ])
        }
      }
    }
    table.notes = [
      "Peak growth is how far the peak of resident memory rose while building; memory that was "
        + "free already does not show."
    ]
    return table
  }
}

extension CostFacts.Entry {
  init?(_ participation: Participation, cellCount: Int) {
    matcher = participation.matcher
    points = []
    isComplete = participation.parts.count == cellCount
    var indexSize = 0
    var textSize = 0
    for (cell, record) in participation.parts {
      guard record.isRanked, let figures = record.figures, let build = record.build
      else {
        isComplete = false
        continue
      }
      if record.isSampled || record.declinedCount > 0 { isComplete = false }
      indexSize += build.indexSizeInBytes
      textSize += cell.corpus.sizeInBytes
      points.append(
        CostFacts.Point(
          corpus: cell.corpus.name, p99: figures.typed.p99OfMedians,
          indexBytesPerByte: Double(build.indexSizeInBytes)
            / Double(max(cell.corpus.sizeInBytes, 1)),
          buildNanoseconds: Double(build.nanoseconds),
          peakGrowthInBytes: build.peakGrowthInBytes.map { max(0, $0) }))
    }
    guard let worst = points.map(\.p99).max() else { return nil }
    worstP99 = worst
    indexBytesPerByte = Double(indexSize) / Double(max(textSize, 1))
  }
}

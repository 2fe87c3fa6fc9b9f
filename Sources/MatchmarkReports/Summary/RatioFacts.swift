package import MatchmarkMeasurement

/// How a matcher compares with the reference matcher: paired, same keystroke and same round.
package struct RatioFacts: Sendable, Hashable {
  /// One matcher on one corpus.
  package struct Entry: Sendable, Hashable {
    package var corpus: String
    package var matcher: String
    package var ratio: Double
    /// Where the true ratio lies with 95 % confidence; nil in records that do not say.
    package var interval: RatioInterval?
    /// By how much the reference matcher seemed to differ from itself beside it, as a share; nil
    /// where that was not measured.
    package var noise: Double?
    package var isSampled: Bool
    package var isReference: Bool
  }

  package var profile: String
  package var rowCount: Int
  package var entries: [Entry]

  /// One for each profile, at its largest size.
  package static func profiles(of record: RunRecord) -> [RatioFacts] {
    record.largestByProfile.compactMap { group in
      let entries = group.cells.flatMap { cell in
        cell.matchers.compactMap { entry($0, in: cell, reference: record.suite.reference) }
      }
      guard entries.contains(where: { !$0.isReference }) else { return nil }
      return RatioFacts(profile: group.profile, rowCount: group.rowCount, entries: entries)
    }
  }

  /// The figures of all profiles.
  package static func table(_ profiles: [RatioFacts], reference: String) -> ReportTable {
    var table = ReportTable(
      "Time as a ratio to \(DisplayText.line(reference))",
      columns: [
        .words("profile"), .words("corpus"), .words("matcher"), .figures("ratio"),
        .figures("95 % interval"), .figures("noise"),
      ])
    for profile in profiles {
      for entry in profile.entries where !entry.isReference {
        table.append([
          DisplayText.line(profile.profile), DisplayText.line(entry.corpus),
          DisplayText.line(entry.matcher),
          QuantityFormat.ratio(entry.ratio) + (entry.isSampled ? "*" : ""),
          entry.interval.map(describe) ?? "–", entry.noise.map(IntervalFormat.percent) ?? "–",
        ])
      }
    }
    table.notes = [
      "The geometric mean over keystrokes of the median over rounds of the paired ratio; below 1 "
        + "is faster.",
      "Noise is how far \(DisplayText.line(reference)), built and measured a second time, "
        + "seemed to be from itself on the same corpus: less than that is no difference.",
    ]
    if profiles.contains(where: { $0.entries.contains(where: \.isSampled) }) {
      table.notes.append("* measured on a seeded sample of the keystrokes.")
    }
    return table
  }

  package static func describe(_ interval: RatioInterval) -> String {
    "\(QuantityFormat.ratio(interval.lower)) … \(QuantityFormat.ratio(interval.upper))"
  }

  private static func entry(
    _ matcher: MatcherRecord, in cell: CellRecord, reference: String
  ) -> Entry? {
    guard matcher.isRanked, let ratio = matcher.figures?.ratioToReference, ratio > 0 else {
      return nil
    }
    return Entry(
      corpus: cell.corpus.name, matcher: matcher.id, ratio: ratio,
      interval: matcher.figures?.ratioInterval, noise: cell.noiseShare,
      isSampled: matcher.isSampled, isReference: matcher.id == reference)
  }
}

extension CellRecord {
  /// By how much the reference matcher seemed to differ from itself, as a share; nil where that was
  /// not measured, or has no bound.
  var noiseShare: Double? {
    noise.map(\.ratio.distanceFromOne).flatMap { $0.isFinite ? $0 : nil }
  }
}

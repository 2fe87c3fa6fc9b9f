import MatchmarkCore

/// The rule that decides if figures of two runs can be compared, used by every command.
///
/// Times of two runs are never compared. The compared figures are each matcher's ratio to the
/// reference matcher of its own run, and figures that were counted instead of timed. Both depend on
/// the processor, which decides which vector instructions a matcher uses and how much data fits
/// into the caches.
package struct Comparability: Sendable {
  package enum Figure: Sendable {
    case ratio
    /// A number of instructions, allocations or bytes.
    case count
  }

  private let now: Baseline
  private let earlier: Baseline
  private let figure: Figure
  /// The differences between the runs as a whole; if there is any, nothing can be compared.
  private let common: [String]

  package init(of now: Baseline, with earlier: Baseline, by figure: Figure = .ratio) {
    self.now = now
    self.earlier = earlier
    self.figure = figure
    common = Self.differences(of: now.conditions, with: earlier.conditions)
  }

  /// Returns the differences between two runs as a whole that rule out a comparison; the suite's
  /// name and the day may differ.
  package static func differences(
    of now: Baseline.Conditions, with earlier: Baseline.Conditions
  ) -> [String] {
    [
      difference("specification version", earlier, now) { "\($0.specificationVersion)" },
      difference("delivery", earlier, now) { $0.delivery.rawValue },
      difference("reference matcher", earlier, now) { $0.reference },
      difference("length of a sample", earlier, now) {
        $0.sampleMicroseconds.map { "\($0) µs" } ?? "one keystroke"
      },
      difference("host class", earlier, now) { $0.hostClass },
      difference("build", earlier, now) { $0.isOptimised ? "release" : "debug" },
    ].compactMap(\.self)
  }

  /// Returns the difference in kind between two builds measured in alternation; nil if there is
  /// none.
  package static func difference(ofBuild now: String, with earlier: String) -> String? {
    difference("build", earlier, now) { $0 }
  }

  /// All differences in the parts that both runs have: the runs, cells and matchers.
  ///
  /// A record made elsewhere may contain an id twice; the first one counts.
  package var differences: [String] {
    common
      + Set(now.cells.map(\.id)).sorted().compactMap(now.cell).flatMap { cell -> [String] in
        let before = earlier.cell(cell.id)
        let matchers = Set(cell.matchers.map(\.id)).sorted().compactMap(cell.matcher)
        return Self.differences(of: cell, with: before)
          + matchers.compactMap { Self.difference(of: $0, with: before?.matcher($0.id)) }
      }
  }

  package func obstacle(to matcher: String, on cell: String) -> Obstacle? {
    let cells = (now: now.cell(cell), earlier: earlier.cell(cell))
    var differences = common
    if let cell = cells.now { differences += Self.differences(of: cell, with: cells.earlier) }
    guard differences.isEmpty else { return Obstacle(text: differences.joined(separator: "; ")) }
    guard let now = cells.now?.matcher(matcher) else {
      return Obstacle(text: "missing in this run")
    }
    guard let earlier = cells.earlier?.matcher(matcher) else {
      return Obstacle(text: "missing in the earlier run")
    }
    if let text = Self.difference(of: now, with: earlier) { return Obstacle(text: text) }
    switch (now.has(figure), earlier.has(figure)) {
    case (true, true): return nil
    case (false, true): return Obstacle(text: "\(now.reasonWithout(figure)) in this run")
    case (true, false):
      return Obstacle(
        text: "\(earlier.reasonWithout(figure)) in the earlier run",
        isEarlier: earlier.status != .verified)
    case (false, false):
      return Obstacle(text: "\(now.reasonWithout(figure)) in both runs", isInBoth: true)
    }
  }

  private static func differences(
    of now: BaselineCell, with earlier: BaselineCell?
  ) -> [String] {
    guard let earlier else { return [] }
    var differences = [
      difference("corpus hash", earlier, now) { $0.corpusIdentity },
      difference("workload hash", earlier, now) { $0.workloadIdentity }.map { text in
        let versions = [earlier, now].map { WorkloadIdentity.version(of: $0.workloadIdentity) }
        return versions[0] == nil && versions[1] != nil
          ? "\(text): sessions of version 1 typed rows as they stand, later ones as people type"
          : text
      },
    ]
    if let old = earlier.profile, let new = now.profile, old != new {
      differences.append("profile: was '\(old.name)', is a different one named '\(new.name)'")
    }
    return differences.compactMap(\.self)
  }

  private static func difference(
    of now: BaselineMatcher, with earlier: BaselineMatcher?
  ) -> String? {
    guard let earlier else { return nil }
    return difference("matcher options", earlier, now) { matcher in
      let words = matcher.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return words.isEmpty ? "none" : words.joined(separator: " ")
    }
  }

  /// Returns the difference between two sides; nil if both have the same text.
  private static func difference<Side>(
    _ identity: String, _ earlier: Side, _ now: Side, _ text: (Side) -> String
  ) -> String? {
    let (old, new) = (text(earlier), text(now))
    return old == new ? nil : "\(identity): was \(old), is \(new)"
  }
}

extension BaselineMatcher {
  fileprivate func has(_ figure: Comparability.Figure) -> Bool {
    figure == .ratio ? ratios != nil : exact != nil
  }

  fileprivate func reasonWithout(_ figure: Comparability.Figure) -> String {
    guard status == .verified else { return status.rawValue }
    return figure == .ratio ? "not compared with the reference" : "not counted with --exact"
  }
}

/// The reason why the figures of a matcher on a cell cannot be compared.
package struct Obstacle: Sendable, Hashable {
  package let text: String
  /// True if neither run has a figure, so that there is nothing to report.
  var isInBoth = false
  /// True if only the earlier run is wrong or has no answer.
  package var isEarlier = false

  package init(text: String, isInBoth: Bool = false, isEarlier: Bool = false) {
    self.text = text
    self.isInBoth = isInBoth
    self.isEarlier = isEarlier
  }

  /// The verdict on a figure that has this obstacle.
  package var verdict: GateVerdict { isEarlier ? .alone : .notComparable }
}

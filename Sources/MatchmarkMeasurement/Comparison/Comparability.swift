import MatchmarkCore

/// Whether figures of two runs can be compared: the single rule, used by every command.
///
/// Times of two runs are never compared. What is compared is each matcher's ratio to the reference
/// matcher of its own run, or what was counted instead of timed. Both depend on the processor: it
/// decides which vector instructions a matcher uses and what fits into the caches.
package struct Comparability: Sendable {
  /// What is compared.
  package enum Figure: Sendable {
    case ratio
    /// Instructions, allocations and bytes.
    case count
  }

  private let now: RunIdentity
  private let earlier: RunIdentity
  private let figure: Figure
  /// What differs between the runs as a whole; if anything does, nothing can be compared.
  private let common: [String]

  package init(of now: RunIdentity, with earlier: RunIdentity, by figure: Figure = .ratio) {
    self.now = now
    self.earlier = earlier
    self.figure = figure
    common = Self.differences(of: now.conditions, with: earlier.conditions)
  }

  /// What differs between two runs as a whole and must not; the suite's name and the day may.
  package static func differences(
    of now: Baseline.Conditions, with earlier: Baseline.Conditions
  ) -> [String] {
    [
      difference("specification version", earlier, now) { "\($0.specificationVersion)" },
      difference("outcome", earlier, now) { $0.outcome.rawValue },
      difference("reference matcher", earlier, now) { $0.reference },
      difference("length of a sample", earlier, now) {
        $0.sampleMicroseconds.map { "\($0) µs" } ?? "one keystroke"
      },
      difference("host class", earlier, now) { $0.hostClass },
      difference("build", earlier, now) { $0.isOptimised ? "release" : "debug" },
    ].compactMap(\.self)
  }

  /// The difference in kind between two builds measured in alternation; nil if there is none.
  package static func difference(ofBuild now: String, with earlier: String) -> String? {
    difference("build", earlier, now) { $0 }
  }

  /// All differences in what both runs have: the runs, cells and matchers.
  package var differences: [String] {
    common
      + now.cells.values.sorted { $0.id < $1.id }.flatMap { cell in
        Self.differences(of: cell, with: earlier.cells[cell.id])
          + cell.matchers.values.sorted { $0.id < $1.id }.flatMap {
            Self.differences(of: $0, with: earlier.cells[cell.id]?.matchers[$0.id])
          }
      }
  }

  /// Why the figures of a matcher on a cell cannot be compared; nil if they can.
  package func obstacle(to matcher: String, on cell: String) -> Obstacle? {
    let cells = (now: now.cells[cell], earlier: earlier.cells[cell])
    var differences = common
    if let cell = cells.now { differences += Self.differences(of: cell, with: cells.earlier) }
    guard differences.isEmpty else { return Obstacle(text: differences.joined(separator: "; ")) }
    guard let now = cells.now?.matchers[matcher] else {
      return Obstacle(text: "missing in this run")
    }
    guard let earlier = cells.earlier?.matchers[matcher] else {
      return Obstacle(text: "missing in the earlier run")
    }
    differences = Self.differences(of: now, with: earlier)
    guard differences.isEmpty else { return Obstacle(text: differences.joined(separator: "; ")) }
    switch (now.figures[figure] == true, earlier.figures[figure] == true) {
    case (true, true): return nil
    case (false, true): return Obstacle(text: "\(now.reasonWithout(figure)) in this run")
    case (true, false): return Obstacle(text: "\(earlier.reasonWithout(figure)) in the earlier run")
    case (false, false):
      return Obstacle(text: "\(now.reasonWithout(figure)) in both runs", isInBoth: true)
    }
  }

  private static func differences(
    of now: RunIdentity.Cell, with earlier: RunIdentity.Cell?
  ) -> [String] {
    guard let earlier else { return [] }
    var differences = [
      difference("corpus hash", earlier, now) { $0.corpus },
      difference("workload hash", earlier, now) { $0.workload },
    ]
    if let old = earlier.profile, let new = now.profile, old != new {
      differences.append("profile: was '\(old.name)', is another one named '\(new.name)'")
    }
    return differences.compactMap(\.self)
  }

  private static func differences(
    of now: RunIdentity.Matcher, with earlier: RunIdentity.Matcher?
  ) -> [String] {
    guard let earlier else { return [] }
    let options = difference("matcher options", earlier, now) { matcher in
      let words = matcher.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return words.isEmpty ? "none" : words.joined(separator: " ")
    }
    return options.map { [$0] } ?? []
  }

  /// In what two sides differ, so that their figures are about different things; nil if they have
  /// the same text.
  private static func difference<Side>(
    _ identity: String, _ earlier: Side, _ now: Side, _ text: (Side) -> String
  ) -> String? {
    let (old, new) = (text(earlier), text(now))
    return old == new ? nil : "\(identity): was \(old), is \(new)"
  }
}

/// The part of a run that two runs must have in common.
package struct RunIdentity: Sendable {
  fileprivate struct Cell {
    let id: String
    let corpus: String
    let workload: String
    /// Nil in baselines that predate the field.
    let profile: SearchProfile?
    let matchers: [String: Matcher]
  }

  fileprivate struct Matcher {
    let id: String
    let options: [String: String]
    let status: MatcherStatus
    /// Whether it has each of them.
    let figures: [Comparability.Figure: Bool]

    func reasonWithout(_ figure: Comparability.Figure) -> String {
      guard status == .verified else { return status.rawValue }
      return figure == .ratio ? "not compared with the reference" : "not counted with --exact"
    }
  }

  fileprivate let conditions: Baseline.Conditions
  fileprivate let cells: [String: Cell]

  package init(_ run: Baseline) {
    conditions = run.conditions
    cells = Self.byID(run.cells, \.id) { cell in
      Cell(
        id: cell.id, corpus: cell.corpusIdentity, workload: cell.workloadIdentity,
        profile: cell.profile,
        matchers: Self.byID(cell.matchers, \.id) {
          Matcher(
            id: $0.id, options: $0.options, status: $0.status,
            figures: [.ratio: $0.ratios != nil, .count: $0.exact != nil])
        })
    }
  }

  package init(_ run: RunRecord) {
    conditions = Baseline.Conditions(
      run.context, suite: run.suite, specificationVersion: run.specificationVersion)
    cells = Self.byID(run.cells, \.id) { cell in
      Cell(
        id: cell.id, corpus: cell.corpus.identity, workload: cell.workloadIdentity,
        profile: cell.profile,
        matchers: Self.byID(cell.matchers, \.id) {
          let ratio = $0.figures?.ratioToReference ?? $0.figures?.common?.ratio
          return Matcher(
            id: $0.id, options: $0.options, status: $0.status,
            figures: [.ratio: $0.isRanked && ratio != nil, .count: $0.exact != nil])
        })
    }
  }

  /// A record made elsewhere may contain an id twice; the first one counts.
  private static func byID<Part, Identity>(
    _ parts: [Part], _ id: (Part) -> String, _ identity: (Part) -> Identity
  ) -> [String: Identity] {
    Dictionary(parts.map { (id($0), identity($0)) }) { first, _ in first }
  }
}

/// Why the figures of a matcher on a cell cannot be compared.
package struct Obstacle: Sendable, Hashable {
  package let text: String
  /// Whether neither run has a figure, so that there is nothing to say.
  var isInBoth = false
}

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
  private let common: [IdentityDifference]

  package init(of now: RunIdentity, with earlier: RunIdentity, by figure: Figure = .ratio) {
    self.now = now
    self.earlier = earlier
    self.figure = figure
    common = Self.differences(of: now.conditions, with: earlier.conditions)
  }

  /// What differs between two runs as a whole and must not; the suite's name and the day may.
  package static func differences(
    of now: Baseline.Conditions, with earlier: Baseline.Conditions
  ) -> [IdentityDifference] {
    [
      IdentityDifference("specification version", earlier, now) { "\($0.specificationVersion)" },
      IdentityDifference("outcome", earlier, now) { $0.outcome.rawValue },
      IdentityDifference("reference matcher", earlier, now) { $0.reference },
      IdentityDifference("length of a sample", earlier, now) {
        $0.sampleMicroseconds.map { "\($0) µs" } ?? "one keystroke"
      },
      IdentityDifference("host class", earlier, now) { $0.hostClass },
      IdentityDifference("build", earlier, now) { $0.isOptimised ? "release" : "debug" },
    ].compactMap(\.self)
  }

  /// The difference in kind between two builds measured in alternation; nil if there is none.
  package static func difference(ofBuild now: String, with earlier: String) -> IdentityDifference? {
    IdentityDifference("build", earlier, now) { $0 }
  }

  /// All differences in what both runs have: the runs, cells and matchers.
  package var differences: [IdentityDifference] {
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
    guard differences.isEmpty else { return .different(differences) }
    guard let now = cells.now?.matchers[matcher] else { return .missing(.now) }
    guard let earlier = cells.earlier?.matchers[matcher] else { return .missing(.earlier) }
    differences = Self.differences(of: now, with: earlier)
    guard differences.isEmpty else { return .different(differences) }
    switch (now.figures[figure] == true, earlier.figures[figure] == true) {
    case (true, true): return nil
    case (false, true): return .withoutFigure(.now, now.reasonWithout(figure))
    case (true, false): return .withoutFigure(.earlier, earlier.reasonWithout(figure))
    case (false, false): return .withoutFigure(nil, now.reasonWithout(figure))
    }
  }

  private static func differences(
    of now: RunIdentity.Cell, with earlier: RunIdentity.Cell?
  ) -> [IdentityDifference] {
    guard let earlier else { return [] }
    var differences = [
      IdentityDifference("corpus hash", earlier, now) { $0.corpus },
      IdentityDifference("workload hash", earlier, now) { $0.workload },
    ]
    if let old = earlier.profile, let new = now.profile, old != new {
      differences.append(
        IdentityDifference(
          "profile", earlier: "'\(old.name)'", now: "another one named '\(new.name)'"))
    }
    return differences.compactMap(\.self)
  }

  private static func differences(
    of now: RunIdentity.Matcher, with earlier: RunIdentity.Matcher?
  ) -> [IdentityDifference] {
    guard let earlier else { return [] }
    let options = IdentityDifference("matcher options", earlier, now) { matcher in
      let words = matcher.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return words.isEmpty ? "none" : words.joined(separator: " ")
    }
    return options.map { [$0] } ?? []
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

/// Something in which two runs differ, so that their figures are about different things.
package struct IdentityDifference: Sendable, Hashable {
  /// What differs: `corpus hash`, `host class` and so on.
  package var identity: String
  package var earlier: String
  package var now: String

  fileprivate init(_ identity: String, earlier: String, now: String) {
    self.identity = identity
    self.earlier = earlier
    self.now = now
  }

  /// Nil if the two have the same text.
  fileprivate init?<Side>(
    _ identity: String, _ earlier: Side, _ now: Side, _ text: (Side) -> String
  ) {
    self.init(identity, earlier: text(earlier), now: text(now))
    if self.earlier == self.now { return nil }
  }
}

extension IdentityDifference: CustomStringConvertible {
  package var description: String { "\(identity): was \(earlier), is \(now)" }
}

/// Why the figures of a matcher on a cell cannot be compared.
package enum Obstacle: Sendable, Hashable {
  package enum Side: String, Sendable {
    case now = "this run"
    case earlier = "the earlier run"
  }

  /// The figures are about different things.
  case different([IdentityDifference])
  /// One run did not have the matcher on this cell.
  case missing(Side)
  /// One run has no figure for it, or neither has, and why.
  case withoutFigure(Side?, String)
}

extension Obstacle: CustomStringConvertible {
  package var description: String {
    switch self {
    case .different(let differences):
      differences.map(\.description).joined(separator: "; ")
    case .missing(let side): "missing in \(side.rawValue)"
    case .withoutFigure(let side?, let reason): "\(reason) in \(side.rawValue)"
    case .withoutFigure(nil, let reason): "\(reason) in both runs"
    }
  }
}

/// Which keystrokes were typed in one session, and which sessions are of one kind.
///
/// A session types one word or title, so what one of its keystrokes costs says much about the next:
/// ten keystrokes of one session say far less than one keystroke of each of ten sessions. So
/// scatter is counted by session. Every seed gives a workload the same number of sessions of each
/// kind, so differences between kinds do not count.
package struct TypingSessions: Sendable, Hashable, Codable {
  /// The keystrokes from `start` up to the start of the next stretch.
  private struct Stretch: Sendable, Hashable, Codable {
    let name: String
    let start: Int
  }

  private let stretches: [Stretch]

  /// Kinds of generated sessions that are alike, by what is typed and with which filters.
  package static let kindsAlike = [
    ["word", "retype", "scope-changed", "cancelled"], ["near-word", "absent-word"],
    ["two-terms", "whole-title"], ["filtered", "pasted", "token-deleted"],
  ]

  /// - Parameter names: the name of each keystroke's session, in the order of the workload.
  package init(names: [String]) {
    stretches = names.indices.compactMap { index in
      index > 0 && names[index] == names[index - 1]
        ? nil : Stretch(name: names[index], start: index)
    }
  }

  package init(_ keystrokes: [KeystrokeRecord]) { self.init(names: keystrokes.map(\.trace)) }

  /// How the mean over keystrokes would move with other sessions; nil of fewer than two.
  ///
  /// A session moves the mean by its share of the keystrokes times how far its own mean lies from
  /// that of all, corrected for its part in that (Bell and McCaffrey, "Bias reduction in standard
  /// errors for linear regression with multi-stage samples", 2002). Within each stratum these
  /// contributions scatter; the variances add up (Cochran, "Sampling techniques", 1977, sections
  /// 5.4 and 5A.12).
  ///
  /// - Parameters:
  ///   - values: one for each keystroke.
  ///   - keystrokes: their places in the workload, ascending.
  func term(_ values: [Double], of keystrokes: [Int]) -> VarianceComponents.Term? {
    let contributions = contributions(values, of: keystrokes)
    guard contributions.count > 1 else { return nil }
    for rule in StratumRule.allCases {
      let strata = Dictionary(grouping: contributions) { rule.stratum(of: $0.name) }.sorted {
        $0.key < $1.key
      }
      guard strata.allSatisfy({ $0.value.count > 1 }) else { continue }
      let terms = strata.map { Self.term($0.value.map(\.value)) }
      let variance = terms.reduce(0) { $0 + $1.variance }
      var freedom = terms.reduce(0) { $0 + $1.degreesOfFreedom }
      // What unlike kinds differ by makes the variance of their stratum too large already.
      if rule == .kind, variance > 0 {
        freedom =
          variance * variance
          / terms.reduce(0) { $0 + $1.variance * $1.variance / $1.degreesOfFreedom }
      }
      return VarianceComponents.Term(variance: variance, degreesOfFreedom: freedom)
    }
    return nil
  }

  /// The variance of a sum, from how what is added scatters.
  private static func term(_ values: [Double]) -> VarianceComponents.Term {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return VarianceComponents.Term(
      variance: squares * count / (count - 1), degreesOfFreedom: count - 1)
  }

  /// For each session by how much it moves the mean.
  private func contributions(
    _ values: [Double], of keystrokes: [Int]
  ) -> [(name: String, value: Double)] {
    let mean = values.reduce(0, +) / Double(values.count)
    var sessions: [(stretch: Stretch, sum: Double, count: Double)] = []
    var rest = stretches[...]
    for (value, keystroke) in zip(values, keystrokes) {
      while let next = rest.dropFirst().first, next.start <= keystroke { rest.removeFirst() }
      guard let stretch = rest.first else { continue }
      if sessions.last?.stretch != stretch { sessions.append((stretch, 0, 0)) }
      sessions[sessions.count - 1].sum += value - mean
      sessions[sessions.count - 1].count += 1
    }
    return sessions.map { stretch, sum, count in
      let rest = max(1 - count / Double(values.count), 1e-9)
      return (stretch.name, sum / Double(values.count) / rest.squareRoot())
    }
  }
}

/// Which sessions are drawn alike; the first rule counts that leaves no session alone.
private enum StratumRule: CaseIterable {
  /// Those of one kind.
  case kind
  /// Those of kinds that are alike: one of twelve sessions is often the only one of its kind.
  case likeKinds
  case all

  func stratum(of name: String) -> String {
    let kind = Target.kind(ofTrace: name)
    return switch self {
    case .kind: kind
    case .likeKinds: TypingSessions.kindsAlike.first { $0.contains(kind) }?.first ?? ""
    case .all: ""
    }
  }
}

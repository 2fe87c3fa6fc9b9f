/// The typing sessions to which keystrokes belong, and the kinds of those sessions.
///
/// A session types one word or title, so its keystrokes have similar costs: ten keystrokes of one
/// session tell far less than one keystroke from each of ten sessions. Scatter is therefore
/// computed by session. Every seed gives a workload the same number of sessions of each kind, so
/// differences between kinds do not count.
package struct TypingSessions: Sendable, Hashable, Codable {
  /// The keystrokes from `start` up to the start of the next stretch.
  private struct Stretch: Sendable, Hashable, Codable {
    let name: String
    let start: Int
  }

  private let stretches: [Stretch]

  /// The generated kinds of sessions that are similar in the typed text and in their filters.
  package static let kindsAlike = [
    ["word", "retype", "corrected", "replaced", "scope-changed", "cancelled"],
    ["near-word", "absent-word"], ["number"], ["two-terms", "whole-title"],
    ["filtered", "pasted", "token-deleted"],
  ]

  /// Creates sessions.
  ///
  /// - Parameter names: the name of each keystroke's session, in the order of the workload.
  package init(names: [String]) {
    stretches = names.indices.compactMap { index in
      index > 0 && names[index] == names[index - 1]
        ? nil : Stretch(name: names[index], start: index)
    }
  }

  package init(_ keystrokes: [KeystrokeRecord]) { self.init(names: keystrokes.map(\.trace)) }

  /// Returns the variance that the mean over keystrokes would have with other sessions; nil for
  /// fewer than two.
  ///
  /// A session moves the mean by its share of the keystrokes times the distance of its own mean
  /// from that of all, corrected for its part in the latter (Bell and McCaffrey, "Bias reduction in
  /// standard errors for linear regression with multi-stage samples", 2002). Within each stratum
  /// these contributions scatter; the variances add up (Cochran, "Sampling techniques", 1977,
  /// sections 5.4 and 5A.12).
  ///
  /// - Parameters:
  ///   - values: the values, one for each keystroke.
  ///   - keystrokes: their positions in the workload, ascending.
  func scatter(
    _ values: [Double], of keystrokes: [Int]
  ) -> (term: VarianceComponents.Term, thirdMoment: Double)? {
    let contributions = contributions(values, of: keystrokes)
    guard contributions.count > 1 else { return nil }
    let (rule, strata) = StratumRule.finest(of: contributions.map(\.name))
    let terms = strata.map { stratum in Self.term(stratum.map { contributions[$0].value }) }
    var term = VarianceComponents.Term(
      variance: terms.reduce(0) { $0 + $1.variance },
      degreesOfFreedom: terms.reduce(0) { $0 + $1.degreesOfFreedom })
    // Differences between unlike kinds already make the variance of their stratum too large.
    if rule == .kind { term.degreesOfFreedom = Self.degreesOfFreedom(of: terms) }
    return (term, Self.thirdMoment(of: contributions))
  }

  /// Returns the degrees of freedom of the sum of these variances (Satterthwaite: "An approximate
  /// distribution of estimates of variance components", 1946).
  ///
  /// The square of a variance that was estimated from few values is too large on average: by two in
  /// the degrees of freedom if the values are normal, by more if they have long tails. Here, one is
  /// subtracted. On real sessions (`scripts/dev coverage`), intervals contained the true value in
  /// up to 97.8 % of the runs if none was subtracted, and in as few as 90.4 % with two.
  private static func degreesOfFreedom(of terms: [VarianceComponents.Term]) -> Double {
    let sum = terms.reduce(0) { $0 + $1.variance }
    let squares = terms.reduce(0) { $0 + $1.variance * $1.variance / ($1.degreesOfFreedom + 1) }
    return squares > 0 ? max(1, sum * sum / squares - 1) : Double(terms.count)
  }

  /// Returns the third central moment of a sum, from that of the summands in strata of at least
  /// three.
  private static func thirdMoment(of contributions: [(name: String, value: Double)]) -> Double {
    for rule in [StratumRule.likeKinds, .all] {
      let strata = rule.strata(of: contributions.map(\.name))
      guard strata.allSatisfy({ $0.count > 2 }) else { continue }
      return strata.reduce(0) { sum, stratum in
        let values = stratum.map { contributions[$0].value }
        let count = Double(values.count)
        let cubes = values.centred.reduce(0) { $0 + $1 * $1 * $1 }
        return sum + cubes * count * count / ((count - 1) * (count - 2))
      }
    }
    return 0
  }

  /// Returns the variance of a sum, from the scatter of the summands.
  private static func term(_ values: [Double]) -> VarianceComponents.Term {
    let count = Double(values.count)
    let centred = values.centred
    return VarianceComponents.Term(
      variance: centred.dot(centred) * count / (count - 1), degreesOfFreedom: count - 1)
  }

  /// Returns the amount by which each session moves the mean.
  private func contributions(
    _ values: [Double], of keystrokes: [Int]
  ) -> [(name: String, value: Double)] {
    var sessions: [(stretch: Stretch, sum: Double, count: Double)] = []
    var rest = stretches[...]
    for (distance, keystroke) in zip(values.centred, keystrokes) {
      while let next = rest.dropFirst().first, next.start <= keystroke { rest.removeFirst() }
      guard let stretch = rest.first else { continue }
      if sessions.last?.stretch != stretch { sessions.append((stretch, 0, 0)) }
      sessions[sessions.count - 1].sum += distance
      sessions[sessions.count - 1].count += 1
    }
    return sessions.map { stretch, sum, count in
      let rest = max(1 - count / Double(values.count), 1e-9)
      return (stretch.name, sum / Double(values.count) / rest.squareRoot())
    }
  }
}

/// The rule by which sessions form strata.
enum StratumRule: CaseIterable {
  case kind
  /// Sessions of similar kinds: in a workload of twelve sessions, one is often the only one of its
  /// kind.
  case likeKinds
  case all

  /// Returns the first rule that leaves no session alone, and the strata that it forms.
  static func finest(of names: [String]) -> (rule: StratumRule, strata: [[Int]]) {
    for rule in allCases {
      let strata = rule.strata(of: names)
      if strata.allSatisfy({ $0.count > 1 }) { return (rule, strata) }
    }
    return (.all, [Array(names.indices)])
  }

  /// Returns the positions of the sessions of each stratum, from the sessions' names.
  func strata(of names: [String]) -> [[Int]] {
    Dictionary(grouping: names.indices) { stratum(of: names[$0]) }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private func stratum(of name: String) -> String {
    let kind = Target.kind(ofTrace: name)
    return switch self {
    case .kind: kind
    case .likeKinds: TypingSessions.kindsAlike.first { $0.contains(kind) }?.first ?? ""
    case .all: ""
    }
  }
}

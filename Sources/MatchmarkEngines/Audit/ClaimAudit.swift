internal import MatchmarkCore
internal import MatchmarkRecord

/// A check of the durations that an engine claims against the times of many exchanges.
///
/// ``DurationAudit`` finds a claim that is longer than its exchange. A claim that is too short is
/// hidden by the transport of an exchange, but repetitions reveal it: the time that each additional
/// repetition takes beyond its claim is work that was not claimed. The exchanges whose times count
/// as results are also the evidence, and each repeats its keystroke a random number of times; an
/// engine therefore cannot distinguish a checking question from one that counts.
///
/// The evidence is the time of an exchange beyond its claims, minus the time for which the system
/// kept the engine and this process waiting. The engine's clock may have counted part of that
/// waiting, which is then deducted twice; comparisons that could accuse the engine add it back on
/// the side that exonerates it.
package struct ClaimAudit: Sendable {
  /// A kind of question that is judged separately, because an engine may be honest about one kind
  /// only.
  package enum Kind: String, Sendable, CaseIterable {
    case plain = "a query without tokens and scope"
    case tokens = "a query with tokens"
    case scope = "a query with a scope"
    case unseen = "a never-seen query"
  }

  /// A keystroke, and the delivery for which it was asked.
  package struct Question: Sendable, Hashable {
    package let number: Int
    package let kind: Kind
    /// True if all rows are delivered; their digest is then computed outside the timed window.
    package let deliversAll: Bool

    package init(_ number: Int, _ kind: Kind, deliversAll: Bool) {
      (self.number, self.kind, self.deliversAll) = (number, kind, deliversAll)
    }
  }

  /// The times of an exchange, in nanoseconds.
  private struct Exchange {
    let repetitions: Double
    let claimed: Double
    /// The time of the exchange beyond its claims.
    let beyond: Double
    let waited: Double
    /// True if the number of repetitions was random; the first exchange of a question always has
    /// one.
    let isDrawn: Bool

    /// The part of the time beyond the claims that other programs do not explain.
    var unexplained: Double { beyond - waited }

    /// Returns the unexplained time plus the part of the wait that may have been deducted twice.
    ///
    /// - Parameter least: the smallest claim for a repetition; the excess over it may be waiting.
    func generous(least: Double) -> Double {
      unexplained + min(waited, max(0, claimed - repetitions * least))
    }
  }

  private struct Evidence {
    var exchanges: [Exchange] = []
    var count = 0
  }

  private var evidence: [Question: Evidence] = [:]
  /// The claimed durations; more than two different ones add no information.
  private var claims: Set<Int> = []
  /// True if the system reports for how long a process was kept waiting for a processor.
  private var knowsWaits = true
  private var generator = SeededGenerator(seed: 1, stream: "claims")

  package init() {}

  /// The number of exchanges that are kept for each question, as a random sample of all.
  private static let keptCount = 60

  /// Records the claims and the times of an exchange.
  ///
  /// - Parameters:
  ///   - durations: the claims, one for each repetition, in nanoseconds.
  ///   - wall: the time of the whole exchange in nanoseconds, as measured outside the engine.
  ///   - waited: the part of that time spent waiting for a processor; nil if it is unknown.
  ///   - isDrawn: true if the number of repetitions was random.
  package mutating func note(
    _ durations: [Int], of question: Question, wall: UInt64, waited: UInt64?, isDrawn: Bool = true
  ) {
    if claims.count < 2 { claims.formUnion(durations) }
    knowsWaits = knowsWaits && waited != nil
    let claimed = durations.reduce(0.0) { $0 + Double($1) }
    let exchange = Exchange(
      repetitions: Double(durations.count), claimed: claimed,
      beyond: Double(wall) - claimed, waited: Double(waited ?? 0), isDrawn: isDrawn)
    evidence[question, default: Evidence()].count += 1
    let count = evidence[question]?.count ?? 0
    guard count > Self.keptCount else {
      evidence[question]?.exchanges.append(exchange)
      return
    }
    let place = generator.below(count)
    if place < Self.keptCount { evidence[question]?.exchanges[place] = exchange }
  }
}

extension ClaimAudit {
  /// The minimum number of keystrokes for a conclusion from claims that never vary, or from costs.
  private static let leastKeystrokeCount = 20
  /// The limit in standard deviations; an honest engine exceeds it by chance in one of 300 000
  /// tests.
  private static let deviationLimit = 4.5
  /// The share of its claim by which a repetition may exceed the claim.
  private static let tolerance = 0.05
  /// The time that a repetition may take between two readings of the clock, in nanoseconds.
  private static let loopNanoseconds = 2_000.0
  /// The same time as a share of the transport, because slow interpreters are slow at both.
  private static let loopShare = 0.02
  /// The time allowed for clearing the previous repetition's answer, in nanoseconds per row.
  private static let clearingNanosecondsPerRow = 0.02

  /// The minimum claim of a request without repetitions, as a share of a repetition's claim.
  ///
  /// Its cost is higher, if anything, because its caches are colder.
  private static let singleShare = 0.8

  /// A finding about the claims of an engine.
  package enum Finding: Sendable, Hashable {
    /// The claims cannot be true.
    case impossible(String)
    /// The claims may be false, but the system does not report what other programs did.
    case doubtful(String)
  }

  /// Returns the first contradiction in the claims; nil if there is none.
  ///
  /// - Parameter resolution: the step of the clock in nanoseconds, as reported by the engine.
  package func finding(resolution: Int, rowCount: Int) -> Finding? {
    if evidence.count >= Self.leastKeystrokeCount, claims.count == 1, let only = claims.first,
      only > max(resolution, 1)
    {
      return .impossible(
        "it reports \(only) ns for every keystroke, with a clock step of \(resolution) ns")
    }
    let loop =
      Self.loopNanoseconds + Double(rowCount) * Self.clearingNanosecondsPerRow
      + Self.loopShare * transport
    let words = Self.kinds.lazy.compactMap { kind in
      unclaimedRepetition(kind, loop: loop) ?? unclaimedSingle(kind, loop: loop)
        ?? unclaimedRequest(kind)
    }.first
    return words.map { knowsWaits ? .impossible($0) : .doubtful($0) }
  }

  /// The kinds in the order in which they are judged; first all of them together (nil), because
  /// they have the most evidence.
  private static let kinds: [Kind?] = [nil] + Kind.allCases

  private func evidence(of kind: Kind?) -> [(question: Question, exchanges: [Exchange])] {
    evidence.filter { kind == nil || $0.key.kind == kind }
      .map { (question: $0.key, exchanges: $0.value.exchanges) }
      .sorted { $0.question.number < $1.question.number }
  }

  /// The time of an exchange apart from the keystroke: nearly the minimum over all questions.
  private var transport: Double {
    // No wait is deducted here, because a transport that seems too short would lead to false
    // accusations.
    let times = evidence(of: nil).compactMap { $0.exchanges.map(\.beyond).min() }
    return max(0, Quantile.type7(times.sorted(), 0.02) ?? 0)
  }

  /// Returns a message if each additional repetition takes longer than it claims, otherwise nil.
  private func unclaimedRepetition(_ kind: Kind?, loop: Double) -> String? {
    var test = RankSumTest()
    var (claims, excesses): ([Double], [Double]) = ([], [])
    for (_, exchanges) in evidence(of: kind) {
      let (singles, multiples) = Self.parted(exchanges)
      func allowance(_ exchange: Exchange) -> Double {
        Self.tolerance * exchange.claimed + loop * exchange.repetitions
      }
      test.add(
        low: singles.map { $0.unexplained - allowance($0) },
        high: multiples.map { $0.unexplained - allowance($0) })
      guard let base = Quantile.median(singles.map(\.unexplained)), !multiples.isEmpty else {
        continue
      }
      claims += [Quantile.median(multiples.map { $0.claimed / $0.repetitions }) ?? 0]
      excesses += [
        Quantile.median(multiples.map { ($0.unexplained - base) / ($0.repetitions - 1) }) ?? 0
      ]
    }
    return Self.contradiction(test, kind, claims: claims, excesses: excesses, "each repetition")
  }

  /// Returns a message if a keystroke takes longer than it claims when it is asked once, but not
  /// when it is repeated; otherwise nil.
  private func unclaimedSingle(_ kind: Kind?, loop: Double) -> String? {
    var test = RankSumTest()
    var (claims, excesses, shares): ([Double], [Double], [Double]) = ([], [], [])
    for (_, exchanges) in evidence(of: kind) {
      let (singles, multiples) = Self.parted(exchanges.filter(\.isDrawn))
      let usual = Quantile.median(multiples.map { $0.claimed / $0.repetitions }) ?? 0
      let allowance = 2 * (Self.tolerance * usual + loop)
      let usualTimes = Self.generousTimes(multiples)
      test.add(low: usualTimes, high: singles.map { $0.unexplained - allowance })
      guard let base = Quantile.median(usualTimes), !singles.isEmpty else { continue }
      let claim = Quantile.median(singles.map(\.claimed)) ?? 0
      claims += [claim]
      excesses += [Quantile.median(singles.map { $0.unexplained - base }) ?? 0]
      shares += [claim / max(usual, 1)]
    }
    // An engine gains only from a smaller claim.
    guard let share = Quantile.median(shares), share < Self.singleShare else { return nil }
    return Self.contradiction(
      test, kind, claims: claims, excesses: excesses, "a request without repetitions")
  }

  private static func generousTimes(_ exchanges: [Exchange]) -> [Double] {
    let least = exchanges.map { $0.claimed / $0.repetitions }.min() ?? 0
    return exchanges.map { $0.generous(least: least) }
  }

  private static func parted(
    _ exchanges: [Exchange]
  ) -> (singles: [Exchange], multiples: [Exchange]) {
    (exchanges.filter { $0.repetitions == 1 }, exchanges.filter { $0.repetitions > 1 })
  }

  private static func contradiction(
    _ test: RankSumTest, _ kind: Kind?, claims: [Double], excesses: [Double], _ place: String
  ) -> String? {
    guard test.deviations > deviationLimit, 2 * test.risingCount > test.stratumCount,
      let claim = Quantile.median(claims), let excess = Quantile.median(excesses), excess > 0
    else { return nil }
    return "it reports \(Int(claim)) ns for \(kind?.rawValue ?? "a keystroke") that takes "
      + "\(Int(claim + excess)) ns in \(place)"
  }

  /// The minimum number of keystrokes of a kind, and the minimum share of them that must agree, for
  /// a conclusion from the time of whole requests.
  private static let agreeing = (count: 8, share: 0.75)
  /// The suspicious time of a request beyond the usual transport, in nanoseconds and as a multiple
  /// of the transport and of the claim.
  private static let hidden = (nanoseconds: 1e5, ofTransport: 4.0, ofClaim: 2.0)

  /// Returns a message if requests of a kind take much longer than others without claiming it,
  /// otherwise nil.
  ///
  /// Such time is work that is done once for all repetitions. Answers with all rows are no
  /// evidence, because their digest is computed outside the window.
  private func unclaimedRequest(_ kind: Kind?) -> String? {
    let usual = transport
    let times = evidence(of: kind).filter { !$0.question.deliversAll }.map {
      (
        beyond: Quantile.median($0.exchanges.map(\.unexplained)) ?? 0,
        claimed: Quantile.median($0.exchanges.map { $0.claimed / $0.repetitions }) ?? 0
      )
    }
    let hiding = times.filter {
      $0.beyond - usual > Self.hidden.nanoseconds + Self.hidden.ofTransport * usual
        + Self.hidden.ofClaim * $0.claimed
    }
    guard times.count >= Self.agreeing.count,
      Double(hiding.count) >= Self.agreeing.share * Double(times.count),
      let beyond = Quantile.median(hiding.map(\.beyond)),
      let claim = Quantile.median(hiding.map(\.claimed))
    else { return nil }
    return
      "it reports \(Int(claim)) ns for \(kind?.rawValue ?? "a keystroke"), whose request takes "
      + "\(Int(beyond)) ns beyond that; other requests take only \(Int(usual)) ns"
  }
}

extension ClaimAudit {
  /// The time beyond its claims, in nanoseconds, above which an exchange is more than transport.
  private static let idleNanoseconds = 1e6
  /// The additional time, in nanoseconds, above which keystrokes with more work are suspicious,
  /// too.
  private static let growthNanoseconds = 1e5
  /// The multiple of the claim that the time must also exceed in both cases.
  private static let share = 5.0

  /// Returns a reason to suspect that the claims omit work; nil if there is none.
  ///
  /// - Parameter costs: the times of another participant by the number of the question, in
  ///   nanoseconds.
  /// - Complexity: O(n log n) for n keystrokes.
  package func doubt(costs: [Int: Double]) -> String? {
    let order = evidence(of: nil).filter { costs[$0.question.number] != nil }.map {
      (
        cost: costs[$0.question.number] ?? 0,
        least: $0.exchanges.min { $0.beyond < $1.beyond }
      )
    }.sorted { $0.cost < $1.cost }
    guard order.count >= Self.leastKeystrokeCount else { return nil }
    let cheap = order.prefix(order.count / 4).compactMap(\.least)
    let dear = order.suffix(order.count / 4).compactMap(\.least)
    let claimed = Quantile.median(dear.map(\.claimed)) ?? 0
    let least = Quantile.median(cheap.map(\.beyond)) ?? 0
    let growth = (Quantile.median(dear.map(\.beyond)) ?? 0) - least
    if growth > max(Self.growthNanoseconds, Self.share * claimed) {
      return "on keystrokes that cost others more, it takes \(Int(growth)) ns more than the "
        + "\(Int(claimed)) ns that it reports: it may work while its clock is stopped"
    }
    let usual = Self.share * (Quantile.median(cheap.map(\.claimed)) ?? 0)
    guard least > max(Self.idleNanoseconds, usual) else { return nil }
    return "each keystroke takes \(Int(least)) ns beyond the reported time: more than transport "
      + "takes, and a user would wait for it"
  }
}

internal import MatchmarkCore
internal import MatchmarkMeasurement

/// Checks the durations that an engine claims against the times of many exchanges.
///
/// ``DurationAudit`` finds a claim that is longer than its exchange. A claim that is too short is
/// hidden by the transport of an exchange. Repetitions reveal it: what each further one adds
/// outside the claims is work that was not claimed. All exchanges that count for figures are also
/// the evidence, and chance decides how often each repeats its keystroke; so an engine cannot tell
/// a question that checks from one that counts.
///
/// The evidence is the time of an exchange beyond its claims, less the time for which the system
/// kept the engine and this process waiting. An engine's clock may have counted part of that
/// waiting, which is then deducted twice; the side of a comparison that exonerates gets it back.
package struct ClaimAudit: Sendable {
  /// A kind of question that is judged by itself: an engine may be honest about one kind only.
  package enum Kind: String, Sendable, CaseIterable {
    case plain = "a query without tokens and scope"
    case tokens = "a query with tokens"
    case scope = "a query with a scope"
    case unseen = "a never-seen query"
  }

  /// A keystroke, asked for one outcome.
  package struct Question: Sendable, Hashable {
    package let number: Int
    package let kind: Kind
    /// Whether all rows are delivered: then their digest is made outside the window.
    package let deliversAll: Bool

    package init(_ number: Int, _ kind: Kind, deliversAll: Bool) {
      (self.number, self.kind, self.deliversAll) = (number, kind, deliversAll)
    }
  }

  /// An exchange, in nanoseconds.
  private struct Exchange {
    let repetitions: Double
    let claimed: Double
    /// The time beyond the claims.
    let beyond: Double
    let waited: Double
    /// Whether chance decided the repetitions; the first time, they are always one.
    let isDrawn: Bool

    /// The part of the time beyond the claims that other programs do not explain.
    var unexplained: Double { beyond - waited }

    /// The same without what may have been deducted twice.
    ///
    /// - Parameter least: the least claim for a repetition; what exceeds it may be waiting.
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
  /// Whether the system says how long a process was kept waiting for the processor.
  private var knowsWaits = true
  private var generator = SeededGenerator(seed: 1, stream: "claims")

  package init() {}

  /// The exchanges that are kept of each question, a random part of all.
  private static let keptCount = 60

  /// - Parameters:
  ///   - durations: one for each repetition, in nanoseconds.
  ///   - wall: the nanoseconds of the whole exchange, as measured outside.
  ///   - waited: the part of that for which it waited for a processor; nil if that is unknown.
  ///   - isDrawn: whether chance decided the number of repetitions.
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
  /// The fewest keystrokes for a conclusion from claims that never vary, or from costs.
  private static let leastKeystrokeCount = 20
  /// The limit of standard deviations: an honest engine exceeds it by chance in one of 300 000
  /// tests.
  private static let deviationLimit = 4.5
  /// The share of its claim that a repetition may take beyond it.
  private static let tolerance = 0.05
  /// The time between two readings of the clock that a repetition may take, in nanoseconds.
  private static let loopNanoseconds = 2_000.0
  /// The same as a share of the transport, because slow interpreters are slow at both.
  private static let loopShare = 0.02
  /// An allowance for clearing the previous repetition's answer, in nanoseconds for each row.
  private static let clearingNanosecondsPerRow = 0.02

  /// The least share of a repetition's claim that a request without repetitions may claim: its cost
  /// is higher, if anything, because its caches are colder.
  private static let singleShare = 0.8

  /// A finding about the claims of an engine.
  package enum Finding: Sendable, Hashable {
    /// They cannot be true.
    case impossible(String)
    /// They may be false, but the system does not say what other programs did.
    case doubtful(String)
  }

  /// The first contradiction of the claims; nil if there is none.
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

  /// The kinds in the order in which they are judged: first all together (nil), which have the most
  /// evidence.
  private static let kinds: [Kind?] = [nil] + Kind.allCases

  private func evidence(of kind: Kind?) -> [(question: Question, exchanges: [Exchange])] {
    evidence.filter { kind == nil || $0.key.kind == kind }
      .map { (question: $0.key, exchanges: $0.value.exchanges) }
      .sorted { $0.question.number < $1.question.number }
  }

  /// The time of an exchange apart from the keystroke: nearly the least of all questions.
  private var transport: Double {
    // Nothing is deducted here: a transport that seems short would accuse.
    let times = evidence(of: nil).compactMap { $0.exchanges.map(\.beyond).min() }
    return max(0, Quantile.type7(times.sorted(), 0.02) ?? 0)
  }

  /// A message if each further repetition takes longer than it claims, else nil.
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

  /// A message if a keystroke that is asked once takes longer than it claims, and repeated ones do
  /// not, else nil.
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
    // Only a smaller claim gains anything.
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

  /// The fewest keystrokes of a kind, and the share of them that must agree, for a conclusion from
  /// the time of whole requests.
  private static let agreeing = (count: 8, share: 0.75)
  /// The time of a request beyond the usual transport that is suspicious, in nanoseconds, and as a
  /// multiple of the transport and of the claim.
  private static let hidden = (nanoseconds: 1e5, ofTransport: 4.0, ofClaim: 2.0)

  /// A message if requests of a kind take much longer than others without claiming it, else nil.
  ///
  /// It shows work that is done once for all repetitions. Answers with all rows say nothing,
  /// because their digest is made outside the window.
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
  /// The nanoseconds beyond its claims above which an exchange is more than transport.
  private static let idleNanoseconds = 1e6
  /// The additional nanoseconds above which keystrokes with more work are suspicious too.
  private static let growthNanoseconds = 1e5
  /// In both cases the time must also exceed this multiple of the claim.
  private static let share = 5.0

  /// A reason to suspect that the claims omit work; nil if there is none.
  ///
  /// - Parameter costs: the times of another participant by number of the question, in nanoseconds.
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

/// The comparison of the participants of a cell; all ratios and ranks are computed here.
///
/// A participant is complete if it has a time for every typed keystroke. The ratios of complete
/// participants cover all typed keystrokes, so they are about the same ones. A ranked participant
/// may be incomplete because it is slow and was asked only a sample, because it declined
/// keystrokes, or because it is known to differ on some. In that case there is a second set: the
/// keystrokes that all ranked participants have, over which each of them has a ratio. No column of
/// a report mixes the two sets.
package struct Standings: Sendable {
  /// The figures over one of the two sets; times in nanoseconds.
  package struct Share: Sendable, Codable, Hashable {
    package var keystrokeCount: Int
    /// The p50 of medians over rounds; nil if only ratios were kept.
    package var p50: Double?
    /// The p99 of medians, or the slowest keystroke if there are too few for a p99; over the common
    /// keystrokes always the slowest.
    package var tail: Double?
    /// The ratio to the reference, see ``Figures/ratioToReference``; nil without a reference.
    package var ratio: Double?
    package var interval: RatioInterval?
    /// The ratios of the common keystrokes by event class.
    package var classRatios: [String: Double] = [:]

    private enum CodingKeys: String, CodingKey {
      case keystrokeCount, p50, ratio, interval, classRatios
      case tail = "maximum"
    }
  }

  /// A ranked participant.
  package struct Entry: Sendable {
    package let id: String
    /// The figures over every typed keystroke; nil if the participant is incomplete.
    package var whole: Share?
    /// The figures over the common keystrokes; nil if all participants have every keystroke, or if
    /// none is common.
    package var common: Share?
    /// True if keystrokes are missing because the participant declined them, or is known to diverge
    /// on them.
    fileprivate var hasDeclined = false
    /// The rank, from 1.
    package fileprivate(set) var rank = 0

    package var isComplete: Bool { whole != nil }
    /// The figures over the keystrokes that the participant shares with all others.
    package var shared: Share? { common ?? whole }
  }

  /// The participants, in order of rank.
  package private(set) var entries: [Entry]
  package let typedCount: Int
  /// The number of keystrokes that all ranked participants have; nil if each has every one.
  package let commonCount: Int?

  package func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }

  private init(_ entries: [Entry], typedCount: Int, commonCount: Int?) {
    self.typedCount = typedCount
    self.commonCount = commonCount
    self.entries = entries.sorted { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }
    for index in self.entries.indices { self.entries[index].rank = index + 1 }
  }

  /// Returns the sort key of a participant: complete ones come first, then those that were asked
  /// only a sample, then those that left out keystrokes; within each group they are ordered by
  /// ratio, or by time if there is none.
  private static func key(_ entry: Entry) -> [Double] {
    [
      entry.isComplete ? 0 : entry.hasDeclined ? 2 : 1,
      entry.whole?.ratio ?? entry.common?.ratio ?? .infinity,
      entry.whole?.p50 ?? entry.common?.p50 ?? .infinity,
    ]
  }
}

extension Standings {
  /// Creates the standings that ``CellRecord/settle(reference:seed:)`` computed.
  ///
  /// - Parameter delivery: a delivery other than the one that tables show; nil for that one.
  /// - Complexity: O(n log n) for n participants.
  package init(_ cell: CellRecord, delivery: Delivery? = nil) {
    let typedCount = cell.typedCount
    let entries = cell.matchers.compactMap {
      Entry($0, $0[delivery], typedCount: typedCount)
    }
    self.init(
      entries, typedCount: typedCount,
      commonCount: delivery == nil
        ? cell.commonKeystrokes?.count : entries.lazy.compactMap(\.common).first?.keystrokeCount)
  }
}

extension CellRecord {
  package var typedCount: Int { keystrokes.count(where: \.isTyped) }
}

extension Standings.Entry {
  fileprivate init?(_ record: MatcherRecord, _ figures: Figures?, typedCount: Int) {
    guard record.isRanked, let figures else { return nil }
    id = record.id
    hasDeclined = record.declinedCount + record.divergedCount > 0
    common = figures.common
    // A participant that declined a keystroke in a later round has a time for it, but is still
    // incomplete.
    let isPaired = figures.ratioToReference != nil || common == nil || !hasDeclined
    guard typedCount > 0, figures.typed.keystrokeCount >= typedCount, isPaired else { return }
    whole = Standings.Share(
      keystrokeCount: typedCount, p50: figures.typed.p50OfMedians, tail: figures.typed.tail,
      ratio: figures.ratioToReference, interval: figures.ratioInterval)
  }
}

extension CellRecord {
  /// Computes the participants' standings, delivery by delivery, from their samples.
  ///
  /// Existing intervals are kept, so that an old record keeps its conclusions.
  ///
  /// - Complexity: that of the intervals, a few hundred times the samples.
  package mutating func settle(reference: String, seed: UInt64) {
    let others = matchers.flatMap { $0.otherDeliveries ?? [] }.map(\.delivery).uniqued
    for delivery in [nil] + others.map(Optional.some) {
      let settlement = Settlement(
        matchers.map { calculation($0, delivery) }, keystrokes: keystrokes,
        reference: matchers.firstIndex { $0.id == reference }, seed: seed)
      if delivery == nil { commonKeystrokes = settlement.common }
      for position in matchers.indices {
        guard var figures = matchers[position][delivery] else { continue }
        settlement.apply(to: &figures, at: position)
        matchers[position][delivery] = figures
      }
    }
    for entry in Standings(self).entries {
      guard let position = matchers.firstIndex(where: { $0.id == entry.id }) else { continue }
      matchers[position].figures?.rank = entry.rank
    }
  }

  /// Returns the times of a participant; nil if it is not ranked or was not timed.
  private func calculation(_ record: MatcherRecord, _ delivery: Delivery?) -> FigureCalculation? {
    let other = record.otherDeliveries?.first { $0.delivery == delivery }
    let packed = delivery == nil ? record.packedSamples : other?.packedSamples
    guard record.isRanked, record[delivery] != nil,
      let samples = packed.flatMap({ try? SamplePacking.unpack($0) })
    else { return nil }
    return calculation(
      samples.filter { keystrokes.indices.contains($0.keystroke) },
      warmUpRounds: record.warmUpRounds)
  }

  /// Brings a record of an earlier version up to date.
  mutating func settleEarlier(reference: String, seed: UInt64) {
    let typedCount = typedCount
    var isWhole = true
    for position in matchers.indices {
      guard var figures = matchers[position].figures else { continue }
      figures.typed.maximumOfMedians =
        figures.typed.maximumOfMedians ?? figures.worst?.medianNanoseconds
      matchers[position].figures = figures
      if matchers[position].isRanked, figures.typed.keystrokeCount < typedCount { isWhole = false }
    }
    if !isWhole { settle(reference: reference, seed: seed) }
  }
}

extension MatcherRecord {
  /// Accesses the figures of a delivery; nil stands for the delivery that tables show.
  fileprivate subscript(delivery: Delivery?) -> Figures? {
    get { delivery == nil ? figures : otherDeliveries?.first { $0.delivery == delivery }?.figures }
    set {
      if delivery == nil { figures = newValue }
      guard let index = otherDeliveries?.firstIndex(where: { $0.delivery == delivery }) else {
        return
      }
      otherDeliveries?[index].figures = newValue
    }
  }
}

/// The two sets of keystrokes of one delivery, and each participant's figures over them.
private struct Settlement {
  private let calculations: [FigureCalculation?]
  private let reference: FigureCalculation?
  private let seed: UInt64
  private let pairs: [PairedRatios?]
  private let isComplete: [Bool]
  /// The typed keystrokes that all participants have; nil if each has every one.
  let common: [Int]?

  /// Finds the common keystrokes.
  ///
  /// - Parameter calculations: the calculations of the participants; nil for those that do not
  ///   count.
  init(
    _ calculations: [FigureCalculation?], keystrokes: [KeystrokeRecord], reference: Int?,
    seed: UInt64
  ) {
    self.calculations = calculations
    self.seed = seed
    let base = reference.flatMap { calculations[$0] }
    self.reference = base
    let pairs = calculations.map { own in base.flatMap { own?.ratios(to: $0) } }
    self.pairs = pairs
    let kept = calculations.indices.map { position in
      base == nil
        ? calculations[position]?.timedKeystrokes ?? [] : pairs[position]?.queries ?? []
    }
    let typedCount = keystrokes.count(where: \.isTyped)
    isComplete = kept.map { $0.count == typedCount }
    // A participant without any typed keystroke cannot be compared with the others.
    let sets = kept.filter { !$0.isEmpty }.map(Set.init)
    common =
      sets.contains { $0.count < typedCount }
      ? sets.reduce(sets[0]) { $0.intersection($1) }.sorted() : nil
  }

  func apply(to figures: inout Figures, at position: Int) {
    let earlier = figures.ratioInterval
    (figures.ratioToReference, figures.ratioInterval, figures.classRatios) = (nil, nil, nil)
    (figures.common, figures.rank) = (nil, nil)
    guard let own = calculations[position] else { return }
    if let common { figures.common = own.common(common, pairs[position], seed: seed) }
    guard isComplete[position], let reference, let ratios = pairs[position] else { return }
    figures.ratioToReference = ratios.ratio
    figures.ratioInterval =
      earlier ?? FigureCalculation.interval(ratios, of: own.sessions, seed: seed)
    var classes: [String: Double] = [:]
    for name in figures.classes.keys { classes[name] = own.classRatio(name, to: reference) }
    figures.classRatios = classes
  }
}

extension Standings {
  package init(_ cell: BaselineCell, reference: String, seed: UInt64 = 1) {
    let ratios = cell.matchers.compactMap(\.ratios)
    let sets = ratios.map { Set($0.queries) }
    let typedCount = cell.keystrokeCount ?? ratios.map(\.queryCount).max() ?? 0
    let isWhole = sets.allSatisfy { $0.count == typedCount }
    let common = isWhole ? nil : sets.reduce(sets[0]) { $0.intersection($1) }
    func share(_ ratios: PairedRatios) -> Share {
      Share(
        keystrokeCount: ratios.queryCount, ratio: ratios.ratio,
        interval: FigureCalculation.interval(ratios, of: cell.sessions, seed: seed))
    }
    let entries = cell.matchers.compactMap { matcher -> Entry? in
      guard matcher.status == .verified, matcher.ratios != nil || matcher.id == reference else {
        return nil
      }
      var entry = Entry(id: matcher.id)
      if let ratios = matcher.ratios {
        if ratios.queryCount == typedCount { entry.whole = share(ratios) }
        entry.common = common.flatMap { ratios.keeping($0) }.map(share)
      } else {
        entry.whole = Share(keystrokeCount: typedCount, ratio: 1)
        entry.common = common.flatMap {
          $0.isEmpty ? nil : Share(keystrokeCount: $0.count, ratio: 1)
        }
      }
      entry.whole?.p50 = matcher.p50
      return entry
    }
    self.init(entries, typedCount: typedCount, commonCount: common?.count)
  }
}

extension RunRecord {
  /// The standings of each cell, by the id of the cell.
  package var standings: [String: Standings] {
    Dictionary(cells.map { ($0.id, Standings($0)) }) { first, _ in first }
  }
}

/// The places that a needle left, among which one that goes on from it finds its rows.
struct FuzzyRemains {
  /// The judgement of a place.
  enum Verdict {
    /// It may be found by a longer needle.
    case keep
    /// Neither this needle nor a longer one finds it.
    case drop
    /// Neither it nor any later place matters; longer needles may find them.
    case stop
  }

  /// The needle, in UTF-8.
  let needle: [UInt8]
  /// The places before `next` that it may find, in ascending order.
  private var places: [UInt32] = []
  /// The first place that was not looked at, or that nothing is remembered about.
  private var next = 0

  /// Up to one place in this many is remembered; with more, looking at all costs hardly more.
  private static let placesPerRemembered = 4

  /// All places.
  init(of needle: [UInt8] = []) { self.needle = needle }

  /// Judges each place that a shorter needle left, in ascending order, until one says stop, and
  /// remembers those that this needle leaves.
  ///
  /// - Parameter count: the number of all places.
  @inline(__always) mutating func narrow(
    _ shorter: borrowing FuzzyRemains, _ count: Int, where judge: (Int) -> Verdict
  ) {
    next = shorter.next
    places.removeAll(keepingCapacity: true)
    for index in shorter.places.indices {
      let place = shorter.places[index]
      switch judge(Int(place)) {
      case .keep: places.append(place)
      case .drop: break
      case .stop:
        places.append(contentsOf: shorter.places[index...])
        return
      }
    }
    let limit = count / Self.placesPerRemembered
    for place in next..<max(next, count) {
      // Once there are too many, later places are not remembered, and `next` stays before them.
      let isRemembered = next == place && places.count < limit
      switch judge(place) {
      case .keep: if isRemembered { places.append(UInt32(place)) }
      case .drop: break
      case .stop: return
      }
      if isRemembered { next = place + 1 }
    }
  }
}

/// The best rows found so far, from which the worst are dropped now and then.
struct BestRows {
  /// A place with its score.
  struct Found {
    let score: Int32
    let place: UInt32
  }

  /// A score that a later row must exceed; nil until the limit is reached.
  private(set) var floor: Int32?
  private let limit: Int
  private var found: [Found] = []

  /// - Parameter limit: the maximum number of rows; 0 for all.
  init(limit: Int) { self.limit = limit }

  /// Adds a row after all that have lower places.
  ///
  /// - Complexity: amortised O(log limit).
  mutating func add(_ score: Int32, _ place: UInt32) {
    if let floor, score <= floor { return }
    found.append(Found(score: score, place: place))
    guard limit > 0, found.count / 2 >= limit else { return }
    found = sorted()
    floor = found.last?.score
  }

  /// Returns the best rows in order.
  func sorted() -> [Found] {
    let sorted = found.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
    return limit == 0 ? sorted : Array(sorted.prefix(limit))
  }
}

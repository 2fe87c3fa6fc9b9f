/// The places that a needle left, among which one that goes on from it finds its rows.
struct FuzzyRemains {
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

  /// Judges the places that a shorter needle left, in ascending order and some at a time, and
  /// remembers those that this needle leaves.
  ///
  /// - Parameters:
  ///   - count: the number of all places.
  ///   - block: memory for the places that are judged at a time.
  ///   - judge: moves the places that this needle or a longer one may find to the front, and
  ///     returns their number; nil if neither they nor later ones matter to this needle.
  @inline(__always) mutating func narrow(
    _ shorter: borrowing FuzzyRemains, _ count: Int, _ block: UnsafeMutableBufferPointer<UInt32>,
    where judge: (_ places: UnsafeMutableBufferPointer<UInt32>) -> Int?
  ) {
    next = shorter.next
    places.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: shorter.places.count, by: block.count) {
      let size = min(block.count, shorter.places.count - start)
      for index in 0..<size { unsafe block[index] = shorter.places[start + index] }
      guard let kept = unsafe judge(.init(rebasing: block[..<size])) else {
        places.append(contentsOf: shorter.places[start...])
        return
      }
      unsafe places.append(contentsOf: block[..<kept])
    }
    let limit = count / Self.placesPerRemembered
    for start in stride(from: next, to: count, by: block.count) {
      let size = min(block.count, count - start)
      for index in 0..<size { unsafe block[index] = UInt32(start + index) }
      guard let kept = unsafe judge(.init(rebasing: block[..<size])) else { return }
      // Once there are too many, later places are not remembered, and `next` stays before them.
      guard next == start, places.count + kept <= limit else { continue }
      unsafe places.append(contentsOf: block[..<kept])
      next = start + size
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

  /// A score that a later row must exceed; 0, which every row exceeds, until the limit is reached.
  private(set) var floor: Int32 = 0
  private let limit: Int
  private var found: [Found] = []

  /// - Parameter limit: the maximum number of rows; 0 for all.
  init(limit: Int) { self.limit = limit }

  /// Adds a row after all that have lower places.
  ///
  /// - Complexity: amortised O(log limit).
  mutating func add(_ score: Int32, _ place: UInt32) {
    if score <= floor { return }
    found.append(Found(score: score, place: place))
    guard limit > 0, found.count / 2 >= limit else { return }
    found = sorted()
    floor = found.last?.score ?? 0
  }

  /// Returns the best rows in order.
  func sorted() -> [Found] {
    let sorted = found.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
    return limit == 0 ? sorted : Array(sorted.prefix(limit))
  }
}

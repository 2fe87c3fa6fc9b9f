import CScan

/// The memory for places that are judged at a time.
///
/// No processor can predict which rows have the letters of a needle, or which may score enough, so
/// both are decided without branches. The rows of a long list are in no cache, so they are
/// prefetched.
///
/// Safety: the memory belongs to this value alone, which frees it. Places are below the number of
/// rows, for which a view has an entry each.
@safe struct FuzzyBlock: ~Copyable {
  /// A place that is scored, unless the floor has risen to its bound.
  struct Chosen {
    /// Its number in the block.
    let index: Int
    let bound: Int32
    /// The range of its codes.
    var start: UInt32 = 0
    var end: UInt32 = 0
  }

  let places: UnsafeMutableBufferPointer<UInt32>
  let chosen: UnsafeMutableBufferPointer<Chosen>

  /// Stands for a place that no longer needle finds.
  static let dropped = UInt32.max
  /// Enough that beginning a block costs little, few enough for the nearest cache.
  private static let mostPlaces = 1_024
  /// Prefetch distances, in places: for the facts about a place, and for its codes.
  private static let ahead = (facts: 16, codes: 6)

  /// - Parameter rowCount: the number of all places.
  init(of rowCount: Int) {
    let size = max(1, min(rowCount, Self.mostPlaces))
    unsafe places = .allocate(capacity: size)
    unsafe places.initialize(repeating: 0)
    unsafe chosen = .allocate(capacity: size)
    unsafe chosen.initialize(repeating: Chosen(index: 0, bound: 0))
  }

  deinit {
    unsafe places.deallocate()
    unsafe chosen.deallocate()
  }

  /// Moves the places whose rows have all letters to the front; returns their number.
  static func keep(
    _ places: UnsafeMutableBufferPointer<UInt32>, with letters: UInt64, _ view: FuzzyText.View
  ) -> Int {
    var count = 0
    for index in places.indices {
      let place = unsafe places[index]
      unsafe places[count] = place
      count &+= unsafe 1 &- (~view.letters[Int(place)] & letters).oneUnlessZero
    }
    return count
  }

  /// Chooses those of the first places whose bound is above a floor; returns their number.
  ///
  /// - Parameter floor: at least 0.
  @inline(__always) func choose(
    _ count: Int, above floor: Int32, _ view: FuzzyText.View, bound: (FuzzyMarks) -> Int32
  ) -> Int {
    var chosenCount = 0
    for index in 0..<count {
      let later = unsafe Int(places[min(index + Self.ahead.facts, count - 1)])
      unsafe cscan_prefetch(view.marks.baseAddress?.advanced(by: later))
      let bound = unsafe bound(view.marks[Int(places[index])])
      unsafe chosen[chosenCount] = Chosen(index: index, bound: bound)
      chosenCount &+= UInt32(bitPattern: max(bound &- floor, 0)).oneUnlessZero
    }
    for index in 0..<chosenCount {
      let later = unsafe chosen[min(index + Self.ahead.facts, chosenCount - 1)].index
      unsafe cscan_prefetch(view.ends.baseAddress?.advanced(by: Int(places[later])))
      let place = unsafe Int(places[chosen[index].index])
      unsafe chosen[index].start = view.ends[place]
      unsafe chosen[index].end = view.ends[place + 1]
    }
    return chosenCount
  }

  /// Prefetches the codes of a row that will soon be scored.
  @inline(__always) func prefetch<Code>(
    _ codes: UnsafeBufferPointer<Code>, before index: Int, of chosenCount: Int
  ) {
    let later = unsafe chosen[min(index + Self.ahead.codes, chosenCount - 1)]
    unsafe cscan_prefetch(codes.baseAddress?.advanced(by: Int(later.start)))
  }

  /// Moves the first places that were not dropped to the front; returns their number.
  static func compact(_ places: UnsafeMutableBufferPointer<UInt32>, _ count: Int) -> Int {
    var kept = 0
    for index in 0..<count {
      let place = unsafe places[index]
      unsafe places[kept] = place
      kept &+= (~place).oneUnlessZero
    }
    return kept
  }
}

extension FuzzyText {
  /// The memory of what is known about each place.
  @unsafe struct View {
    let letters: UnsafeBufferPointer<UInt64>
    let marks: UnsafeBufferPointer<FuzzyMarks>
    let ends: UnsafeBufferPointer<UInt32>
  }

  func withView(_ body: (View) -> Void) {
    unsafe letters.withUnsafeBufferPointer { letters in
      unsafe marks.withUnsafeBufferPointer { marks in
        unsafe ends.withUnsafeBufferPointer { ends in
          unsafe body(View(letters: letters, marks: marks, ends: ends))
        }
      }
    }
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// 1, or 0 for zero; unlike a comparison, it cannot become a branch.
  @inline(__always) var oneUnlessZero: Int {
    Int(truncatingIfNeeded: (self | (0 &- self)) &>> (Self(truncatingIfNeeded: Self.bitWidth) &- 1))
  }
}

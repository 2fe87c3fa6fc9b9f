/// The grams of an index as a tree, in which the children of a gram have one more scalar.
///
/// The grams are numbered by length; the children of a gram are adjacent, by ascending scalar.
struct GramTree: Sendable {
  /// The last scalar of each gram.
  private let scalars: [UInt32]
  /// The first child of each gram, or that of the next gram that has children, and at the end the
  /// number of grams.
  private let firstChildren: [UInt32]

  /// Creates a tree from the last scalar of each gram, and the number of its parent, which is -1 if
  /// it has only one scalar.
  init(_ grams: [(scalar: UInt32, parent: Int)]) {
    scalars = grams.map { $0.scalar }
    var counts = [UInt32](repeating: 0, count: grams.count + 1)
    for gram in grams { counts[gram.parent + 1] += 1 }
    var end: UInt32 = 0
    firstChildren = counts.map { count in
      end += count
      return end
    }
  }

  var count: Int { scalars.count }

  var byteCount: Int { (scalars.count + firstChildren.count) * MemoryLayout<UInt32>.stride }

  /// The grams of one scalar.
  var shortest: Range<Int> { 0..<Int(firstChildren[0]) }

  /// Returns the number of scalars of a gram.
  ///
  /// - Complexity: O(length).
  func length(of gram: Int) -> Int {
    var (length, grams) = (1, shortest)
    while gram >= grams.upperBound {
      grams = grams.upperBound..<Int(firstChildren[grams.upperBound])
      length += 1
    }
    return length
  }

  func children(of gram: Int) -> Range<Int> {
    Int(firstChildren[gram])..<Int(firstChildren[gram + 1])
  }

  /// Returns the gram with a last scalar among the children of one gram; nil if there is none.
  ///
  /// - Complexity: O(log children).
  @inline(__always)
  func gram(_ scalar: UInt32, among children: Range<Int>) -> Int? {
    var (low, high) = (children.lowerBound, children.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < children.upperBound && scalars[low] == scalar ? low : nil
  }
}

/// A pass over the scalars of a text that finds where characters begin: the extended grapheme
/// clusters of Unicode 15.0.
///
/// The standard library uses a newer version of Unicode, which joins letters to conjuncts that 15.0
/// keeps apart, and a different version on each platform; the marked ranges must not depend on
/// that.
///
/// Source: UAX #29, revision 41, rules GB3 to GB13, in one pass that remembers the last class and
/// the state of the rules that look further back.
package struct GraphemeBreaks {
  /// The class of a scalar; ``UnicodeTables/breakClasses`` holds the raw values.
  enum Kind: UInt8, Sendable {
    case other, carriageReturn, lineFeed, control, extend, joiner, regional, prepend, spacing
    case leading, vowel, trailing, openSyllable, closedSyllable, picture
  }

  /// The progress of the sequence pictograph, extenders, joiner before the next scalar (GB11).
  private enum Picture { case none, extended, joined }

  private var last: Kind?
  private var picture = Picture.none
  /// True after an odd number of regional indicators (GB12, GB13).
  private var isAfterHalfFlag = false

  package init() {}

  /// Takes the next scalar of the text; returns true if a character begins with it, as one does
  /// with the first scalar.
  ///
  /// - Complexity: O(log ranges), O(1) for ASCII.
  package mutating func begins(at scalar: UInt32) -> Bool {
    let kind = BreakClasses.shared.kind(of: scalar)
    let begins = last.map { breaks(between: $0, kind) } ?? true
    switch (kind, picture) {
    case (.picture, _), (.extend, .extended): picture = .extended
    case (.joiner, .extended): picture = .joined
    default: picture = .none
    }
    isAfterHalfFlag = kind == .regional && !(last == .regional && isAfterHalfFlag)
    last = kind
    return begins
  }

  private func breaks(between left: Kind, _ right: Kind) -> Bool {
    switch (left, right) {
    case (.carriageReturn, .lineFeed): false
    case (.carriageReturn, _), (.lineFeed, _), (.control, _): true
    case (_, .carriageReturn), (_, .lineFeed), (_, .control): true
    case (_, .extend), (_, .joiner), (_, .spacing), (.prepend, _): false
    case (.leading, .leading), (.leading, .vowel), (.leading, .openSyllable),
      (.leading, .closedSyllable):
      false
    case (.openSyllable, .vowel), (.openSyllable, .trailing), (.vowel, .vowel), (.vowel, .trailing):
      false
    case (.closedSyllable, .trailing), (.trailing, .trailing): false
    case (.joiner, .picture): picture != .joined
    case (.regional, .regional): !isAfterHalfFlag
    default: true
    }
  }
}

/// The classes of all scalars, stored as the scalars at which the class changes.
private struct BreakClasses {
  static let shared = BreakClasses()

  /// The first scalar of each run of scalars of one class, times 16, plus the class; ascending.
  private let runs: [UInt32]

  private init() {
    var runs: [UInt32] = [0]
    var reader = NumberReader(UnicodeTables.breakClasses)
    var end: UInt32 = 0
    while let gap = reader.next() {
      let start = end + UInt32(gap)
      if start == end { runs.removeLast() }
      end = start + UInt32(reader.part()) + 1
      runs.append(start << 4 | UInt32(reader.part()))
      runs.append(end << 4)
    }
    self.runs = runs
  }

  @inline(__always)
  func kind(of scalar: UInt32) -> GraphemeBreaks.Kind {
    // Printable ASCII, and ideographs.
    if scalar &- 0x20 < 0x5F || scalar &- 0x4E00 < 0x5200 { return .other }
    if scalar &- 0xAC00 < 11_172 {
      return (scalar &- 0xAC00) % 28 == 0 ? .openSyllable : .closedSyllable
    }
    return listedKind(of: scalar)
  }

  private func listedKind(of scalar: UInt32) -> GraphemeBreaks.Kind {
    let wanted = scalar << 4 | 0xF
    var low = 0
    var high = runs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle] <= wanted { low = middle } else { high = middle }
    }
    return GraphemeBreaks.Kind(rawValue: UInt8(truncatingIfNeeded: runs[low] & 0xF)) ?? .other
  }
}

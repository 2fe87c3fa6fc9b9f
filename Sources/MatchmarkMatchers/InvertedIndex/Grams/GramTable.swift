/// The number of each gram that occurs, by its last scalar and the number of the gram before it.
///
/// Grams of one scalar are in an array, the others in a hash table with open addressing, at most
/// half full. Both are read several times for each scalar of a text.
struct GramTable {
  /// The number of the gram of each scalar, plus one; 0 where there is none.
  private var first: [UInt32] = []
  private var entries = [Entry](repeating: Entry(), count: 64)
  private var count = 0

  private struct Entry {
    /// The gram before the last scalar, and the last scalar; 0 in an entry that is free.
    var key: UInt64 = 0
    var gram: UInt32 = 0
  }

  /// Returns the number of a gram; nil if it has none.
  @inline(__always)
  func gram(_ scalar: UInt32, after gram: Int?) -> Int? {
    guard let gram else {
      let number = scalar < first.count ? Int(first[Int(scalar)]) : 0
      return number > 0 ? number &- 1 : nil
    }
    let key = Self.key(scalar, gram)
    let entry = entries[place(of: key)]
    return entry.key == key ? Int(entry.gram) : nil
  }

  mutating func insert(_ scalar: UInt32, after gram: Int?, number: Int) {
    guard let gram else {
      if scalar >= first.count {
        first += Array(repeating: 0, count: Int(scalar) + 1 - first.count)
      }
      first[Int(scalar)] = UInt32(number + 1)
      return
    }
    let key = Self.key(scalar, gram)
    entries[place(of: key)] = Entry(key: key, gram: UInt32(number))
    count += 1
    if count * 2 > entries.count { grow() }
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: old.count * 2)
    for entry in old where entry.key != 0 { entries[place(of: entry.key)] = entry }
  }

  /// Returns the place of a key, or the free place at which it belongs.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    let mask = entries.count &- 1
    // Multiplying by 2⁶⁴ divided by the golden ratio spreads neighbouring keys.
    let hash = key &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash &>> 32) & mask
    while entries[place].key != 0, entries[place].key != key { place = (place &+ 1) & mask }
    return place
  }

  /// Returns a key, which is never 0.
  @inline(__always)
  private static func key(_ scalar: UInt32, _ gram: Int) -> UInt64 {
    (UInt64(gram) &+ 1) &<< 21 | UInt64(scalar)
  }
}

/// The number of each gram of one length that occurs, by its last scalar and the gram before it.
///
/// It is a hash table with open addressing, at most half full, which is read once for each scalar
/// of a text.
struct GramTable {
  private var entries = [Entry](repeating: Entry(), count: 64)
  private var count = 0

  private struct Entry {
    /// The gram before the last scalar, and the last scalar; 0 in an entry that is free.
    var key: UInt64 = 0
    var gram: UInt32 = 0
  }

  /// Returns the number of a gram; the first time that it occurs, it gets the one that is passed.
  @inline(__always)
  mutating func gram(
    _ scalar: UInt32, after parent: UInt32, orInsert number: UInt32
  ) -> UInt32 {
    let key = (UInt64(parent) &+ 1) &<< 21 | UInt64(scalar)
    let place = place(of: key)
    if entries[place].key == key { return entries[place].gram }
    entries[place] = Entry(key: key, gram: number)
    count += 1
    if count * 2 > entries.count { grow() }
    return number
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
}

/// Makes the names of one suite's cases unique within their class.
///
/// Consumers know a case by suite, class and name: of three equal ones they show one. The second
/// becomes `name #2`, and so on, in the order of the file.
///
/// Names are remembered as 64-bit hashes, which bounds memory by the number of cases, not by their
/// text. A collision would only number a name that was unique already.
///
/// - Complexity: O(n) expected time for n cases, at most 48 bytes for each.
struct JUnitNames {
  /// Open addressing with linear probing; hashes are well mixed already, 0 is an empty place.
  private var hashes: [UInt64]
  /// For each name taken, the number to try next for another like it.
  private var numbers: [UInt32]
  private var count = 0

  /// - Parameter capacity: so many names find room without rehashing.
  init(capacity: Int = 16) {
    var size = 32
    while size < capacity * 2 { size *= 2 }
    hashes = Array(repeating: 0, count: size)
    numbers = Array(repeating: 0, count: size)
  }

  /// The name to write for the next case of a class.
  ///
  /// - Parameter classHash: see ``JUnitClassNames``.
  mutating func unique(_ name: String, in classHash: UInt64) -> String {
    let base = place(of: Self.hash(name, from: classHash))
    guard hashes[base.place] != 0 else {
      take(base)
      return name
    }
    while true {
      let number = numbers[base.place]
      numbers[base.place] += 1
      let candidate = "\(name) #\(number)"
      let other = place(of: Self.hash(candidate, from: classHash))
      guard hashes[other.place] == 0 else { continue }
      take(other)
      return candidate
    }
  }

  /// The hash of a text, never 0, which marks an empty place.
  static func hash(_ text: String, from seed: UInt64 = 1) -> UInt64 {
    max(XMLSanitiser.hash(text.utf8Span.span, seed: seed), 1)
  }

  /// Where a hash is, or would be.
  private func place(of hash: UInt64) -> (hash: UInt64, place: Int) {
    let mask = hashes.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while hashes[place] != 0, hashes[place] != hash { place = (place + 1) & mask }
    return (hash, place)
  }

  private mutating func take(_ free: (hash: UInt64, place: Int)) {
    hashes[free.place] = free.hash
    numbers[free.place] = 2
    count += 1
    if count * 2 > hashes.count { grow() }
  }

  private mutating func grow() {
    let old = zip(hashes, numbers)
    hashes = Array(repeating: 0, count: hashes.count * 2)
    numbers = Array(repeating: 0, count: hashes.count)
    for (hash, number) in old where hash != 0 {
      let free = place(of: hash)
      hashes[free.place] = hash
      numbers[free.place] = number
    }
  }
}

/// The class of the case that is being written, cleaned once for all cases that share it.
struct JUnitClassNames {
  private let fallback: String
  private var given: String?
  private(set) var name = ""
  private(set) var hash: UInt64 = 0

  /// - Parameter fallback: the class of a case that has none.
  init(fallback: String) { self.fallback = fallback }

  mutating func take(_ classname: String) {
    guard classname != given else { return }
    given = classname
    name = JUnitText.name(classname, fallback: fallback)
    hash = JUnitNames.hash(name)
  }
}

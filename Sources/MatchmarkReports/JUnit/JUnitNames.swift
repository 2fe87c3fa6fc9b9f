/// Makes the names of one suite's cases unique within their class.
///
/// Consumers know a case by suite, class and name: of three equal ones they show one. The second
/// becomes `name #2`, and so on, in the order of the file.
///
/// Names are remembered as 64-bit hashes (FNV-1a), which bounds memory by the number of cases, not
/// by their text. A collision would only number a name that was unique already.
///
/// - Complexity: O(n) expected time for n cases, 12 bytes and some slack for each.
struct JUnitNames {
  /// For each name taken, the number to try next for another like it.
  private var nextNumber: [UInt64: UInt32] = [:]
  private var lastClass = ""
  private var lastClassHash: UInt64 = 0

  /// The name to write for the next case of `classname`.
  mutating func unique(_ name: String, in classname: String) -> String {
    if classname != lastClass || lastClassHash == 0 {
      lastClass = classname
      lastClassHash = Self.hash(classname, from: 0xCBF2_9CE4_8422_2325)
    }
    // A byte that UTF-8 never has, so that class and name cannot run into one another.
    let seed = (lastClassHash ^ 0xFF) &* Self.prime
    let base = Self.hash(name, from: seed)
    guard var number = nextNumber[base] else {
      nextNumber[base] = 2
      return name
    }
    while true {
      let candidate = "\(name) #\(number)"
      number += 1
      let hash = Self.hash(candidate, from: seed)
      guard nextNumber[hash] == nil else { continue }
      nextNumber[hash] = 2
      nextNumber[base] = number
      return candidate
    }
  }

  private static let prime: UInt64 = 0x100_0000_01B3

  private static func hash(_ text: String, from seed: UInt64) -> UInt64 {
    var hash = seed
    let bytes = text.utf8Span.span
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* prime }
    return hash
  }
}

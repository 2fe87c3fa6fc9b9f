/// A seeded source of random numbers, the same on every machine and in every release.
///
/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014) is a
/// counter and a mixing function. It is small, fast, and good enough to draw corpora and orders at
/// random, but not for secrets. The standard library's own sampling may change between releases, so
/// bounded draws are implemented here.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator of the sequence that belongs to `seed`.
  public init(seed: UInt64) { state = seed }

  /// Creates a generator of a separate sequence for each name, so that the draws of one consumer do
  /// not shift those of another.
  public init(seed: UInt64, stream: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in stream.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    state = seed ^ hash
    state = next()
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in `0 ..< bound`, by Lemire's multiplication; the bias is below bound / 2⁶⁴.
  ///
  /// - Precondition: `bound > 0`.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "an empty range has no numbers")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in `0 ..< 1` with 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns true with the given probability.
  public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// Returns an element at random.
  ///
  /// - Precondition: the array is not empty.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Shuffles an array in place (Fisher and Yates).
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, below(index + 1))
    }
  }
}

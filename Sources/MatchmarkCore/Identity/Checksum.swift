/// A CRC-32 as zlib computes it (polynomial 0xEDB88320, reflected), together with the length.
///
/// The checksum identifies corpora and workloads: two files with the same identity are taken to be
/// the same file. It does not protect against deliberate collisions.
///
/// - Complexity: O(bytes), eight bytes per step, after Kounavis and Berry, "Novel Table
///   Lookup-Based Algorithms for High-Performance CRC Generation", IEEE Transactions on Computers
///   57 (2008).
public struct Checksum: Sendable {
  private var register: UInt32 = .max
  /// The number of bytes so far.
  public private(set) var byteCount = 0

  /// Creates the checksum of no bytes.
  public init() {}

  package static func identity(of bytes: some Sequence<UInt8>) -> String {
    var checksum = Checksum()
    checksum.update(bytes)
    return checksum.identity
  }

  /// Adds bytes.
  public mutating func update(_ bytes: some Sequence<UInt8>) { update(Array(bytes)) }

  /// Adds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    // Table and register are local variables: loading them again for each byte would cost more than
    // the checksum.
    let table = Self.table
    var register = register
    var index = 0
    while index + 8 <= bytes.count {
      let earlier = UInt64(register)
      register = 0
      for place in 0..<8 {
        let byte = bytes[index + place] ^ UInt8(truncatingIfNeeded: earlier >> (8 * place))
        register ^= table[(7 - place) << 8 | Int(byte)]
      }
      index += 8
    }
    for byte in bytes[index...] {
      register = table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
    }
    self.register = register
    byteCount += bytes.count
  }

  /// The CRC-32 of the bytes so far.
  public var value: UInt32 { ~register }

  /// The checksum as text: `<crc32 hex>-<byte length>`.
  public var identity: String { String(value, radix: 16).zeroPadded(to: 8) + "-\(byteCount)" }

  /// The contribution of a byte that is followed by `places` more bytes, up to seven, at the index
  /// `places << 8 | byte`.
  private static let table: [UInt32] = (1..<8 << 8).reduce(into: [0]) { table, index in
    var value = index < 256 ? UInt32(index) : table[index - 256]
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    table.append(value)
  }
}

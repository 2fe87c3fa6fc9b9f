import Foundation
import MatchmarkCore

/// Damages the bytes of a file: cuts, repeats, swaps, and inserts texts that have hurt programs
/// before.
struct Damage {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed, stream: "damage") }

  /// Texts that end, overflow or have a meaning to some program.
  static let hostile: [[UInt8]] =
    [
      "", "\u{0}", "\u{FEFF}", "\r", "\r\n", "\n\n", "\u{2028}", "\u{85}", "\u{1B}[2J", "'",
      "'\u{301}", "\"\u{301}", ",\u{301}", "\u{202E}", "\u{FFFE}", "$(touch owned)",
      "`touch owned`",
      "; touch owned", "| touch owned", "&& touch owned", "../", "../../../etc/passwd", "/dev/full",
      "-", "--", "%s%n", "<script>", "]]>", "-->", "&amp;", "{{", "null", "true", "NaN", "inf",
      "-0", "\n::error::x", "\r::error::x", "\u{85}::error::x", "\u{9B}31m", "\u{E0041}",
      "-1", "0", "1e19", "1e25", "9e18", "1e308", "1e-320", "9223372036854775807",
      "9223372036854775808", "18446744073709551616", "0x1F", "1_000", "999999999999999999999", "&a",
      "*a", "!!binary", "? - [", "key: [", "\"\\ud800\"", "\\", "\t",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      Array(repeating: UInt8(ascii: "["), count: 600),
      Array(repeating: UInt8(ascii: "{"), count: 600),
      Array(repeating: UInt8(ascii: ","), count: 70_000),
      Array(repeating: UInt8(ascii: "a"), count: 70_000),
      Array(repeating: UInt8(ascii: "9"), count: 4_000),
    ]

  /// The bytes after up to four changes; sometimes unrelated bytes.
  mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
    if random.chance(0.1) { return random.pick(Self.hostile) }
    var bytes = bytes
    for _ in 0..<random.below(5) { damageOnce(&bytes) }
    return bytes
  }

  private mutating func damageOnce(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count + 1)
    let end = min(bytes.count, place + random.below(40))
    switch random.below(8) {
    case 0: bytes = Array(bytes.prefix(place))
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: random.pick(Self.hostile), at: place)
    case 3: bytes.replaceSubrange(place..<end, with: random.pick(Self.hostile))
    case 4: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
    case 5: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
    case 6: replaceNumber(in: &bytes, from: place)
    default: repeatLine(in: &bytes, from: place)
    }
  }

  /// Replaces the first number after `place`.
  private mutating func replaceNumber(in bytes: inout [UInt8], from place: Int) {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: random.pick(Self.hostile))
  }

  /// Repeats the line after `place` up to a thousand times.
  private mutating func repeatLine(in bytes: inout [UInt8], from place: Int) {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = Array(bytes[place..<end].prefix(400)) + [UInt8(ascii: "\n")]
    let lines = (0..<random.below(1_000)).flatMap { _ in line }
    bytes.insert(contentsOf: lines, at: place)
  }
}

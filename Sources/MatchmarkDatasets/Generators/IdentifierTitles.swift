internal import MatchmarkCore

/// File names, part numbers and hashes: text without a vocabulary that an index could exploit.
struct IdentifierTitles: TitleSource {
  static let name = "identifiers"
  static let summary = "hex, part numbers, UUIDs, file names and order numbers; no vocabulary"

  private static let hexDigits = Array("0123456789abcdef".utf8)
  private static let capitals = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
  private static let prefixes = ["IMG_", "DSC", "VID_", "scan-", "MVI_"].map { Array($0.utf8) }
  private static let suffixes = [".jpg", ".jpg", ".png", ".heic", ".mov"].map { Array($0.utf8) }

  init(vocabularySeed _: UInt64) {}

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    switch random.below(10) {
    case 0..<3: appendFileName(to: &bytes, using: &random)
    case 3..<5: appendUUID(to: &bytes, using: &random)
    case 5..<7: appendHex(8 + 8 * random.below(5), to: &bytes, using: &random)
    case 7..<9: appendPartNumber(to: &bytes, using: &random)
    default: appendOrderNumber(to: &bytes, using: &random)
    }
  }

  private func appendHex(
    _ count: Int, to bytes: inout [UInt8], using random: inout SeededGenerator
  ) {
    for _ in 0..<count { bytes.append(Self.hexDigits[random.below(16)]) }
  }

  private func appendFileName(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    bytes += random.pick(Self.prefixes)
    DecimalText.append(2000 + random.below(26), to: &bytes)
    DecimalText.append(1 + random.below(12), width: 2, to: &bytes)
    DecimalText.append(1 + random.below(28), width: 2, to: &bytes)
    bytes.append(UInt8(ascii: "_"))
    appendHex(6, to: &bytes, using: &random)
    bytes.append(UInt8(ascii: "-"))
    appendHex(4, to: &bytes, using: &random)
    bytes += random.pick(Self.suffixes)
  }

  private func appendUUID(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    for (index, count) in [8, 4, 4, 4, 12].enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "-")) }
      appendHex(count, to: &bytes, using: &random)
    }
  }

  private func appendPartNumber(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    for _ in 0..<2 + random.below(2) { bytes.append(random.pick(Self.capitals)) }
    bytes.append(UInt8(ascii: "-"))
    DecimalText.append(random.below(100_000), width: 5, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    for _ in 0..<2 { bytes.append(random.pick(Self.capitals)) }
  }

  private func appendOrderNumber(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    bytes += Array("INV-".utf8)
    DecimalText.append(1990 + random.below(36), to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    DecimalText.append(random.below(1_000_000), width: 6, to: &bytes)
  }
}

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

/// Titles of Han and Kana words without spaces: only a reader can tell where a word ends.
struct IdeographTitles: TitleSource {
  static let name = "cjk"
  static let summary = "Han and Kana words by Zipf's law, without spaces, about 30 bytes"

  private let vocabulary: Vocabulary
  private let ranks: ZipfSampler
  private let particles = characters("のはをがとに")

  init(vocabularySeed seed: UInt64) {
    let wordCount = 20_000
    var random = SeededGenerator(seed: seed, stream: "\(Self.name)/vocabulary")
    let han = Self.characters(Self.han)
    let kana = Self.characters(Self.kana)
    vocabulary = Vocabulary(count: wordCount) { rank, attempt, word in
      let isHan = random.below(4) > 0
      let base = isHan ? (rank < 200 ? 1 : 2) : 2 + random.below(3)
      let length = base + attempt / 8
      for _ in 0..<length { word += random.pick(isHan ? han : kana) }
    }
    ranks = ZipfSampler(count: wordCount)
  }

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let wordCount = 2 + random.below(5)
    for index in 0..<wordCount {
      bytes += vocabulary[ranks.draw(using: &random)]
      if index + 1 < wordCount && random.below(4) == 0 { bytes += random.pick(particles) }
    }
  }

  private static func characters(_ text: String) -> [[UInt8]] {
    text.unicodeScalars.map { Array(String($0).utf8) }
  }

  private static let kana =
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
    + "ガギグゲゴザジズゼゾダデドバビブベボパピプペポ"

  private static let han =
    "日月火水木金土山川田人口目耳手足心力女子男大小中上下左右前後東西南北春夏秋冬天地空海"
    + "風雨雪雲星光明暗白黒赤青黄色花草林森竹米麦茶魚鳥馬牛犬羊虫貝石玉王国家門戸車道路橋町村"
    + "市京都府県州島港駅校学文字本書紙筆言語話読聞見思考知教育生活食飲肉野菜果物料理店売買品"
    + "商業工場会社員仕事時間分秒朝昼夜今年週毎新古長短高低強弱多少早近遠広細太重軽走歩立止休"
    + "行来帰出入開閉始終作使用持送受取切合回転動働遊音楽歌声映画写真絵電気機械計算数点線形図"
    + "体頭顔首医者病薬父母兄弟姉妹友親神社寺世界歴史政治経済法民主自由平和戦争問題答意味方法"
}

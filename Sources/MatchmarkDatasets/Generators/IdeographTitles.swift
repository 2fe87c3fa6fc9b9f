internal import MatchmarkCore

/// Titles of Han and Kana words without spaces: only a reader knows where a word ends.
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

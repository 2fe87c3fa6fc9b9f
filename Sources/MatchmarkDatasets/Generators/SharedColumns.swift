internal import MatchmarkCore

/// The columns that all generated corpora share, and the draws that determine everything except
/// the title.
///
/// `kind` is a facet with eight declared values of very different frequency, empty in 8 % of rows;
/// `year` is 1990 … 2025, a number and the scope; `price` is a number, empty in 6 %. The declared
/// values make known values, and so the scope bar, the same for every size.
struct SharedColumns {
  static let all = [
    Column("title", .text),
    Column("kind", .facet, declaredValues: kinds.map(\.name)),
    Column("year", [.numeric, .scope], declaredValues: years.map(String.init)),
    Column("price", .numeric),
  ]

  private static let kinds: [(name: String, percent: Int)] = [
    ("book", 34), ("film", 22), ("album", 14), ("podcast", 9), ("course", 6), ("game", 4),
    ("map", 2), ("poster", 1),
  ]
  private static let years = 1990...2025
  private static let cents = ["99", "99", "95", "49", "50", "00"].map { Array($0.utf8)[...] }

  /// The kind of each percentile; the last ones are empty.
  private let kindOfPercent: [ArraySlice<UInt8>]
  private let yearTexts: [ArraySlice<UInt8>]
  private var random: SeededGenerator

  init(seed: UInt64, generator: String) {
    random = SeededGenerator(seed: seed, stream: "\(generator)/columns")
    yearTexts = Self.years.map { Array(String($0).utf8)[...] }
    var percents: [ArraySlice<UInt8>] = []
    for kind in Self.kinds {
      percents += Array(repeating: Array(kind.name.utf8)[...], count: kind.percent)
    }
    kindOfPercent = percents + Array(repeating: [], count: 100 - percents.count)
  }

  /// Appends the cells after the title.
  mutating func append(to row: inout RowBytes) {
    row.append(contentsOf: random.pick(kindOfPercent))
    row.endCell()
    // The later of two draws: there are more new things than old ones.
    let year = max(random.below(yearTexts.count), random.below(yearTexts.count))
    row.append(contentsOf: yearTexts[year])
    row.endCell()
    if random.below(100) >= 6 {
      // The lower of two draws: there are more cheap things than expensive ones.
      let whole = min(random.below(200), random.below(200))
      row.withOpenCell { bytes in DecimalText.append(whole, to: &bytes) }
      row.append(UInt8(ascii: "."))
      row.append(contentsOf: random.pick(Self.cents))
    }
    row.endCell()
  }
}

/// Writes digits without an intermediate string.
enum DecimalText {
  /// Appends a nonnegative number, with leading zeros up to `width` digits.
  static func append(_ number: Int, width: Int = 1, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < width
    bytes[start...].reverse()
  }
}

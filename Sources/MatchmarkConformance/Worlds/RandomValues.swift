internal import MatchmarkCore

/// The values of a world's columns other than text: facets, numbers and the scope.
package struct RandomValues: Sendable {
  /// The cells of each column.
  let kinds: [String]
  let sizes: [String]
  let years: [String]
  let prices: [String]
  /// The profile's scope titles; nil takes the known values of the column.
  let scopeTitles: [String]?
  /// The title that matches every row.
  let allTitle: String
  /// Values that a token may name; some occur in no row.
  let kindTokens: [String]
  let sizeTokens: [String]
  /// Values that may be selected as a scope; some are not titles.
  let scopes: [String]

  /// Few values, so that all combinations occur; each is in many rows.
  package static let few = RandomValues(
    kinds: ["red", "green", "blue", ""], sizes: ["S", "M", "L", ""],
    years: ["2010", "2011", "10", ""], prices: ["24.50", "24.5", "1", "10", ""],
    scopeTitles: ["2010", "10", "1999"], allTitle: "All",
    kindTokens: ["red", "green", "blue", "never", "RED"], sizeTokens: ["S", "M", "XXL"],
    scopes: ["All", "2010", "10", "1999"])

  /// Up to hundreds of values in a column, most of them in few rows, and numbers up to the limit.
  static func many(using world: inout RandomWorld) -> RandomValues {
    let kinds = facets(500, using: &world)
    let sizes = facets(20, using: &world)
    let years = numbers(200, using: &world.generator)
    let prices = numbers(40, using: &world.generator)
    let titles = world.generator.chance(0.5) ? nil : Array(years.prefix(3)) + ["1999"]
    let allTitle = world.generator.pick(["All", "Everything", "2010"])
    return RandomValues(
      kinds: kinds, sizes: sizes, years: years, prices: prices, scopeTitles: titles,
      allTitle: allTitle, kindTokens: kinds + ["never"], sizeTokens: sizes + ["XXL"],
      scopes: [allTitle, "1999"] + years.prefix(4))
  }

  private static func facets(_ limit: Int, using world: inout RandomWorld) -> [String] {
    let count = 2 + world.generator.below(limit - 1)
    return (0..<count).map { number in
      world.generator.chance(0.2) ? world.text(maximumPieces: 2) : "value \(number)"
    } + [""]
  }

  private static func numbers(_ limit: Int, using generator: inout SeededGenerator) -> [String] {
    let count = 1 + generator.below(limit)
    return (0..<count).map { _ in number(using: &generator) } + [""]
  }

  /// Up to the most digits that are read as a number, including zeros on either side.
  private static func number(using generator: inout SeededGenerator) -> String {
    let count = generator.pick([1, 1, 2, 3, 4, 8, 17, CanonicalDecimal.maximumDigitCount])
    var digits = (0..<count).map { _ in UInt32(generator.below(10)) }
    if generator.chance(0.2) { digits[0] = 0 }
    if generator.chance(0.2) { digits[count - 1] = 0 }
    let zero = generator.chance(0.15) ? generator.pick(RandomWorld.digitZeros) : 0x30
    var scalars = digits.compactMap { Unicode.Scalar(zero + $0) }
    if count > 1, generator.chance(0.4) { scalars.insert(".", at: 1 + generator.below(count - 1)) }
    return String(scalars: scalars)
  }
}

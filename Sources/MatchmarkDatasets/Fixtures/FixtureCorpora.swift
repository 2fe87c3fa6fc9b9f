package import MatchmarkCore

/// A corpus file of the repository: its columns, and the profile with which an app would search it.
package struct FixtureCorpus: Sendable, Hashable {
  /// The name of the corpus, and of its file without `.csv`.
  package let name: String
  /// The mapping of the file's columns.
  package let columns: [Column]
  /// The built-in profile that fits.
  package let profile: SearchProfile

  /// The file, below the folder of fixture corpora.
  package var fileName: String { "\(name).csv" }

  /// The corpus from the file's bytes.
  ///
  /// - Throws: ``DatasetError`` with file, line and column.
  package func corpus(from bytes: [UInt8]) throws(DatasetError) -> Corpus {
    try Dataset(name: name, file: fileName, bytes: bytes, format: .csv).corpus(columns: columns)
  }

  /// The corpus from its file in `folder`.
  ///
  /// - Throws: ``DatasetError`` with file, line and column.
  package func corpus(inFolder folder: String) throws(DatasetError) -> Corpus {
    try Dataset(name: name, path: "\(folder)/\(fileName)").corpus(columns: columns)
  }
}

/// The corpora of the app-like examples: three with a few rows, two with a few hundred.
///
/// Facet values are declared in the order in which an app lists its tokens.
package enum FixtureCorpora {
  /// The rows of the conformance cases for the profile `countries`.
  package static let countries = FixtureCorpus(
    name: "countries", columns: [Column("id", [])] + countryColumns, profile: .countries)

  /// The rows of the conformance cases for the profile `products`.
  package static let products = FixtureCorpus(
    name: "products", columns: [Column("id", []), Column("title", .text)] + productNumbers,
    profile: .products)

  /// The rows of the conformance cases for the profile `plans`.
  package static let plans = FixtureCorpus(
    name: "plans",
    columns: [
      Column("id", []), Column("title", .text),
      Column("plan", .facet, declaredValues: ["business", "travel", "shopping"]),
    ],
    profile: .plans)

  /// Every country, in 2018 and in 2019; the population is synthetic.
  package static let world = FixtureCorpus(
    name: "world",
    columns: [Column("code", []), Column("population_synthetic", .numeric)] + countryColumns,
    profile: .countries)

  /// A few hundred synthetic products.
  package static let catalogue = FixtureCorpus(
    name: "catalogue",
    columns: [Column("id", []), Column("title", .text), Column("kind", .facet)] + productNumbers,
    profile: .products)

  /// A dozen buildings, shown in two kinds of lists.
  package static let architecture = FixtureCorpus(
    name: "architecture",
    columns: [
      Column("id", []), Column("title", .text), Column("city", .text), Column("country", .facet),
    ],
    profile: .architecture)

  package static let all = [countries, products, plans, architecture, world, catalogue]

  package static func named(_ name: String) -> FixtureCorpus? { all.first { $0.name == name } }

  private static let countryColumns = [
    Column("name", .text),
    Column(
      "continent", .facet,
      declaredValues: ["Africa", "Asia", "Europe", "North America", "Oceania", "South America"]),
    Column("year", [.numeric, .scope], declaredValues: ["2018", "2019"]),
  ]

  private static let productNumbers = [Column("year", .numeric), Column("price", .numeric)]
}

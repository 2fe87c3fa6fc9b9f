package import MatchmarkCore
internal import MatchmarkJSON
package import MatchmarkSession

/// A corpus file of the repository: its columns, and the profile with which an app would search it.
package struct FixtureCorpus: Sendable, Hashable {
  package let name: String
  package let columns: [Column]
  package let profile: SearchProfile

  /// The name of the file in the folder of fixture corpora.
  package var fileName: String { "\(name).csv" }
}

/// The corpora of the example apps: three with a few rows, the others with up to a few hundred.
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

  /// Every country, once for 2018 and once for 2019; the population is synthetic.
  package static let world = FixtureCorpus(
    name: "world",
    columns: [Column("code", []), Column("population_synthetic", .numeric)] + countryColumns,
    profile: .countries)

  /// A few hundred synthetic products.
  package static let catalogue = FixtureCorpus(
    name: "catalogue",
    columns: [Column("id", []), Column("title", .text), Column("kind", .facet)] + productNumbers,
    profile: .products)

  /// A dozen buildings, which are shown in two kinds of lists.
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

/// An app over a fixture corpus, with its settings for the search field.
package struct FixtureApp: Sendable {
  /// The name of the app in `session --app` and in suites.
  package let name: String
  package let summary: String
  package let corpus: FixtureCorpus
  package let settings: SessionSettings

  init(
    _ name: String, _ summary: String, _ corpus: FixtureCorpus,
    _ choose: (inout SessionSettings) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.corpus = corpus
    var settings = SessionSettings()
    choose(&settings)
    self.settings = settings
  }
}

/// The apps whose search fields can be tried, each modelled on a common kind of app.
package enum FixtureApps {
  package static let all = [
    countries, products, plans, architecture, architectureOneList, catalogue,
  ]

  package static func named(_ name: String) -> FixtureApp? { all.first { $0.name == name } }

  private static let countries = FixtureApp(
    "countries", "continent tokens, a scope bar of years, suggestions", FixtureCorpora.world
  ) {
    $0.title = "Countries"
    $0.placeholder = "Search countries"
    $0.tokens = [
      ("Africa", "globe.europe.africa"), ("Asia", "globe.asia.australia"),
      ("Europe", "globe.europe.africa"), ("North America", "globe.americas"),
      ("Oceania", "globe.asia.australia"), ("South America", "globe.americas"),
    ].map { FieldToken(facet: "continent", value: $0, icon: $1) }
  }

  private static let products = FixtureApp(
    "products", "several terms, in title, year and price; restoration", FixtureCorpora.products
  ) {
    $0.title = "Products"
    $0.placeholder = "Search products"
    $0.style = ["tint": .string("#2a7f62"), "autocapitalization": .string("none")]
  }

  private static let catalogue = FixtureApp(
    "catalogue", "the same over a few hundred products", FixtureCorpora.catalogue
  ) {
    $0.title = "Catalogue"
    $0.placeholder = "Search products"
  }

  private static let plans = FixtureApp(
    "plans", "sections; typed text becomes a token; tokens can be copied and pasted",
    FixtureCorpora.plans
  ) {
    $0.title = "Plans"
    $0.placeholder = "bu, tr or sh"
    $0.tokens = [
      ("business", "briefcase"), ("travel", "airplane"), ("shopping", "cart"),
    ].map { FieldToken(facet: "plan", value: $0, icon: $1) }
    $0.conversions = zip(["bu", "tr", "sh"], $0.tokens).map { trigger, token in
      ConversionRule(trigger: trigger, token: token.searchToken)
    }
  }

  private static let architecture = FixtureApp(
    "architecture", "a separate results list, full at first and without text",
    FixtureCorpora.architecture
  ) {
    $0.title = "Architecture"
    $0.placeholder = "Search buildings"
    $0.results = .onActivation
  }

  private static let architectureOneList = FixtureApp(
    "architecture-one-list", "the same, with results in the presenting list",
    FixtureCorpora.architecture
  ) {
    $0.title = "Architecture"
    $0.placeholder = "Search buildings"
    $0.results = .onActivation
    $0.hasResultsList = false
  }
}

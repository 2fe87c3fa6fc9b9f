import MatchmarkCore
package import MatchmarkSession

/// An app built on a fixture corpus, with its choices for the search field.
package struct FixtureApp: Sendable {
  /// Its name in `session --app` and in suites.
  package let name: String
  /// What it shows, in a few words.
  package let summary: String
  /// The rows, and the profile that decides which of them match.
  package let corpus: FixtureCorpus
  /// The app's choices for its search field.
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
    "architecture", "a separate results list, full at first and after the text is cleared",
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

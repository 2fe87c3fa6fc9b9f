extension SearchProfile {
  /// A tutorial's list of countries: a substring of the name, continent tokens, a year scope bar.
  public static let countries = SearchProfile(
    name: "countries", textFields: [TextField("name", .contains)]
  ).with {
    $0.empty = .suggestions
    $0.facets = ["continent"]
    $0.scope = ScopeAxis(facet: "year", titles: ["2018", "2019"])
  }

  /// A product list: every term occurs in the title, or equals the year or the price.
  public static let products = SearchProfile(
    name: "products", textFields: [TextField("title", .contains)],
    folding: .caseAndDiacriticInsensitive
  ).with {
    $0.trim = .whitespace
    $0.terms = .splitAND
    $0.numericFields = ["year", "price"]
    $0.empty = .browse
  }

  /// Plans in sections: the title starts with the typed text.
  public static let plans = SearchProfile(
    name: "plans", textFields: [TextField("title", .prefix)]
  ).with {
    $0.trim = .whitespace
    $0.empty = .browse
    $0.facets = ["plan"]
    $0.sections = SectionAxis(facet: "plan")
  }

  /// Buildings: every term occurs in the title or the city; the whole list before the first key.
  public static let architecture = SearchProfile(
    name: "architecture",
    textFields: [TextField("title", .contains), TextField("city", .contains)],
    folding: .caseAndDiacriticInsensitive
  ).with {
    $0.trim = .whitespace
    $0.terms = .splitAND
    $0.empty = .browse
    $0.facets = ["country"]
  }

  /// Generated corpora: a substring of the title.
  public static let titles = generated("titles", .contains)

  /// Generated corpora: the title starts with the typed text.
  public static let titlesPrefix = generated("titles-prefix", .prefix)

  /// Generated corpora: every term starts a word of the title.
  public static let titlesWord = generated("titles-word", .wordPrefix).with {
    $0.trim = .whitespace
    $0.terms = .splitAND
  }

  /// Every built-in profile.
  public static let builtIn = [
    countries, products, plans, architecture, titles, titlesPrefix, titlesWord,
  ]

  /// Generated corpora share their columns: title, kind, year, price.
  private static func generated(_ name: String, _ match: MatchMode) -> SearchProfile {
    SearchProfile(name: name, textFields: [TextField("title", match)]).with {
      $0.empty = .browse
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "year")
    }
  }
}

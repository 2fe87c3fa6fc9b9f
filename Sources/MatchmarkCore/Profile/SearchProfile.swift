/// The positions in a field at which a needle may lie.
public enum MatchMode: String, Sendable, CaseIterable {
  /// Anywhere in the field.
  case contains
  /// At the start of the field.
  case prefix
  /// At the start of the field or of a word, that is, not after a letter, mark or number.
  case wordPrefix
  /// The needle is the whole field.
  case equality
}

/// The characters that are trimmed from the typed text before it is read.
public enum TrimMode: String, Sendable, CaseIterable {
  /// No characters: leading and trailing spaces are part of the needle.
  case none
  /// White space at both ends.
  case whitespace
}

/// The way in which the typed text is split into terms.
public enum TermMode: String, Sendable, CaseIterable {
  /// The whole text is one term.
  case phrase
  /// The text is split at white space; every term must match.
  case splitAND
}

/// The content of the list for a query without terms and tokens.
public enum EmptyPolicy: String, Sendable, CaseIterable {
  /// The suggestions; no row is a result.
  case suggestions
  /// Every row, regardless of the scope.
  case browse
  /// An empty list.
  case none
}

/// The treatment of sections without matching rows.
public enum EmptySections: String, Sendable, CaseIterable {
  /// Empty sections stay, with their title and no rows.
  case keep
  /// Empty sections are left out.
  case drop
}

/// A text column, and the positions at which needles match it.
public struct TextField: Sendable, Hashable {
  /// The name of the column.
  public let name: String
  /// The positions at which a needle may lie.
  public let match: MatchMode

  /// Creates a text field.
  public init(_ name: String, _ match: MatchMode) {
    self.name = name
    self.match = match
  }
}

/// The facet that is shown as a scope bar, and its titles.
public struct ScopeAxis: Sendable, Hashable {
  /// The column whose value must equal the selected title.
  public let facet: String
  /// The title that matches every row.
  public let allTitle: String
  /// The other titles; nil for the known values of the column.
  public let titles: [String]?

  /// Creates a scope axis.
  public init(facet: String, allTitle: String = "All", titles: [String]? = nil) {
    self.facet = facet
    self.allTitle = allTitle
    self.titles = titles
  }
}

/// The facet whose values divide the list into sections.
public struct SectionAxis: Sendable, Hashable {
  /// The name of the column.
  public let facet: String
  /// The treatment of sections without matching rows.
  public let emptySections: EmptySections

  /// Creates a section axis.
  public init(facet: String, emptySections: EmptySections = .keep) {
    self.facet = facet
    self.emptySections = emptySections
  }
}

/// The choices that decide which rows a query returns.
///
/// A row matches if and only if its scope, its tokens and its text all match; a part that the query
/// does not have always matches. The text matches if every term matches; a term matches if it
/// occurs in any text field, or reads as a number that equals any numeric field. Tokens of one
/// facet combine by OR, facets by AND.
///
/// ```swift
/// var profile = SearchProfile(name: "roses", textFields: [TextField("title", .wordPrefix)])
/// profile.terms = .splitAND
/// ```
public struct SearchProfile: Sendable, Hashable {
  /// The name of the profile in suites and reports.
  public var name: String
  /// The text fields; a term may match any of them.
  public var textFields: [TextField]
  /// The numeric fields; a term that reads as a number may equal any of them.
  public var numericFields: [String] = []
  /// The characters that count as equal.
  public var folding: Folding
  /// The characters that are trimmed from the typed text.
  public var trim = TrimMode.none
  /// The way in which the text is split into terms.
  public var terms = TermMode.phrase
  /// The content of the list for an empty query.
  public var empty = EmptyPolicy.none
  /// The columns that tokens may filter by.
  public var facets: [String] = []
  /// The scope bar, if there is one.
  public var scope: ScopeAxis?
  /// The sections of the list, if it has them.
  public var sections: SectionAxis?
  /// The order of the rows; nil if an answer is a set of rows.
  ///
  /// A ranked search finds its rows by the rules of this order alone, in the first text field.
  public var rank: RankedOrder?

  /// Creates a profile; every choice except the text fields has the simplest default.
  public init(name: String, textFields: [TextField], folding: Folding = .caseInsensitive) {
    self.name = name
    self.textFields = textFields
    self.folding = folding
  }

  /// Returns a copy with some choices changed: `profile.with { $0.terms = .splitAND }`.
  public func with(_ change: (inout SearchProfile) -> Void) -> SearchProfile {
    var copy = self
    change(&copy)
    return copy
  }
}

extension SearchProfile {
  /// A list of countries, as in a tutorial: the text occurs in the name; tokens for the continent,
  /// a scope bar for the year.
  public static let countries = SearchProfile(
    name: "countries", textFields: [TextField("name", .contains)]
  ).with {
    $0.empty = .suggestions
    $0.facets = ["continent"]
    $0.scope = ScopeAxis(facet: "year", titles: ["2018", "2019"])
  }

  /// A list of products: every term occurs in the title, or equals the year or the price.
  public static let products = SearchProfile(
    name: "products", textFields: [TextField("title", .contains)],
    folding: .caseAndDiacriticInsensitive
  ).with {
    $0.trim = .whitespace
    $0.terms = .splitAND
    $0.numericFields = ["year", "price"]
    $0.empty = .browse
  }

  /// A list of plans in sections: the title starts with the typed text.
  public static let plans = SearchProfile(
    name: "plans", textFields: [TextField("title", .prefix)]
  ).with {
    $0.trim = .whitespace
    $0.empty = .browse
    $0.facets = ["plan"]
    $0.sections = SectionAxis(facet: "plan")
  }

  /// A list of buildings: every term occurs in the title or the city; the whole list is shown
  /// before the first key.
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

  /// A profile for generated corpora: the text occurs in the title.
  public static let titles = generated("titles", .contains)

  /// A profile for generated corpora: the title starts with the typed text.
  public static let titlesPrefix = generated("titles-prefix", .prefix)

  /// A profile for generated corpora: every term starts a word of the title.
  public static let titlesWord = generated("titles-word", .wordPrefix).with {
    $0.trim = .whitespace
    $0.terms = .splitAND
  }

  /// The built-in profiles.
  public static let builtIn = [
    countries, products, plans, architecture, titles, titlesPrefix, titlesWord,
  ]

  /// Returns a profile for a generated corpus; all of them have the columns title, kind, year and
  /// price.
  private static func generated(_ name: String, _ match: MatchMode) -> SearchProfile {
    SearchProfile(name: name, textFields: [TextField("title", match)]).with {
      $0.empty = .browse
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "year")
    }
  }
}

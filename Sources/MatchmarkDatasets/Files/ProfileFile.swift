package import MatchmarkCore
import MatchmarkJSON
import Yams

/// A profile and the roles of a corpus's columns, as a YAML file.
///
/// ```yaml
/// name: cities
/// columns:
///   city: text
///   country: [text, facet]
///   population: numeric
/// text: {city: contains, country: prefix}
/// folding: cd
/// trim: whitespace
/// terms: splitAND
/// numeric: [population]
/// facets: [country]
/// scope: {facet: year, all: All, titles: [2018, 2019]}
/// sections: {facet: country, empty: keep}
/// empty: browse
/// ```
///
/// A ranked search has one text field, and an order: `rank: fzf-v2`.
package struct ProfileFile {
  /// The columns whose roles the file states; nil if they are to be inferred.
  package let columns: [Column]?
  package let profile: SearchProfile
  /// The profile's statements about columns and queries, with their locations.
  let values: [YAMLValue]
  let file: String

  private static let keys = [
    "name", "columns", "text", "folding", "trim", "terms", "numeric", "facets", "scope",
    "sections", "empty", "rank",
  ]

  package init(_ file: YAMLFile) throws(InputError) {
    let root = file.root
    let values = try root.mapping(Self.keys)
    let text = try values.required("text", "the text fields, such as {title: contains}")
    let name = try values["name"]?.text() ?? "custom"
    var profile = SearchProfile(name: name, textFields: try Self.textFields(text))
    if let value = values["folding"] { profile.folding = try value.choice(Folding.self) }
    if let value = values["trim"] { profile.trim = try value.choice(TrimMode.self) }
    if let value = values["terms"] { profile.terms = try value.choice(TermMode.self) }
    if let value = values["empty"] { profile.empty = try value.choice(EmptyPolicy.self) }
    if let value = values["numeric"] { profile.numericFields = try value.texts() }
    if let value = values["facets"] { profile.facets = try value.texts() }
    profile.scope = try values["scope"].map(Self.scope)
    profile.sections = try values["sections"].map(Self.sections)
    if let value = values["rank"] {
      let ranked = profile.ranked(try Self.rank(value, of: profile))
      for (key, isOther) in [
        ("trim", profile.trim != ranked.trim), ("terms", profile.terms != ranked.terms),
        ("empty", profile.empty != ranked.empty),
      ] where isOther {
        guard let stated = values[key] else { continue }
        throw stated.error("got '\(key)' with 'rank', expected none: the order says what it finds")
      }
      profile = ranked
    }
    self.profile = profile
    columns = try values["columns"].map(Self.columns)
    self.values = Self.keys.filter { $0 != "name" }.compactMap { values[$0] }
    self.file = root.file
  }

  private static func rank(
    _ value: YAMLValue, of profile: SearchProfile
  ) throws(InputError) -> RankedOrder {
    guard profile.textFields.count == 1 else {
      throw value.error(
        "got \(profile.textFields.count) text fields, expected one: a ranked search has one")
    }
    guard profile.numericFields.isEmpty, profile.facets.isEmpty, profile.scope == nil,
      profile.sections == nil
    else {
      throw value.error(
        "got numeric, facets, scope or sections, expected none: a ranked search has neither "
          + "numbers nor filters")
    }
    if let order = RankedOrder(named: try value.text()) { return order }
    return try value.item("order", among: RankedOrder.allCases, by: \.name)
  }

  private static func textFields(_ value: YAMLValue) throws(InputError) -> [TextField] {
    let fields = try pairs(of: value).map { name, mode throws(InputError) in
      TextField(name, try mode.choice(MatchMode.self))
    }
    guard !fields.isEmpty else { throw value.error("got no text field, expected at least one") }
    return fields
  }

  private static func columns(_ value: YAMLValue) throws(InputError) -> [Column] {
    try pairs(of: value).map { name, roles throws(InputError) in
      var set: ColumnRoles = []
      for role in try roles.elements() {
        set.insert(try role.item("role", among: ColumnRoles.named, by: \.name).role)
      }
      return Column(name, set)
    }
  }

  /// The entries of a mapping in file order, with any keys.
  private static func pairs(of value: YAMLValue) throws(InputError) -> [(String, YAMLValue)] {
    guard let mapping = value.node.mapping else {
      throw value.error("expected a mapping of column names")
    }
    return try mapping.map { entry throws(InputError) in
      let key = YAMLValue(node: entry.key, file: value.file)
      return (try key.text(), YAMLValue(node: entry.value, file: value.file))
    }
  }

  private static func scope(_ value: YAMLValue) throws(InputError) -> ScopeAxis {
    let values = try value.mapping(["facet", "all", "titles"])
    return ScopeAxis(
      facet: try values.required("facet").text(), allTitle: try values["all"]?.text() ?? "All",
      titles: try values["titles"]?.texts())
  }

  private static func sections(_ value: YAMLValue) throws(InputError) -> SectionAxis {
    let values = try value.mapping(["facet", "empty"])
    return SectionAxis(
      facet: try values.required("facet").text(),
      emptySections: try values["empty"]?.choice(EmptySections.self) ?? .keep)
  }
}

extension ProfileFile {
  /// A profile and its columns, if any, in the grammar that ``init(_:)`` reads.
  package static func yaml(_ profile: SearchProfile, columns: [Column]?) -> String {
    var lines = ["name: \(quoted(profile.name))"]
    if let columns {
      lines += mapping("columns", columns.map { ($0.name, list($0.roles.names)) })
    }
    lines += mapping("text", profile.textFields.map { ($0.name, $0.match.rawValue) })
    if let rank = profile.rank {
      // The order says the rest.
      return (lines + ["rank: \(rank.name)", ""]).joined(separator: "\n")
    }
    lines += [
      "folding: \(profile.folding.rawValue)", "trim: \(profile.trim.rawValue)",
      "terms: \(profile.terms.rawValue)", "numeric: \(list(profile.numericFields))",
      "facets: \(list(profile.facets))",
    ]
    if let scope = profile.scope {
      let titles = scope.titles.map { ", titles: \(list($0))" } ?? ""
      lines.append(
        "scope: {facet: \(quoted(scope.facet)), all: \(quoted(scope.allTitle))\(titles)}")
    }
    if let sections = profile.sections {
      lines.append(
        "sections: {facet: \(quoted(sections.facet)), empty: \(sections.emptySections.rawValue)}")
    }
    lines.append("empty: \(profile.empty.rawValue)")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func mapping(_ key: String, _ entries: [(String, String)]) -> [String] {
    if entries.isEmpty { return ["\(key): {}"] }
    return ["\(key):"] + entries.flatMap { name, value in entry(quoted(name), value) }
  }

  /// One line, or two if the key is too long for one.
  private static func entry(_ key: String, _ value: String) -> [String] {
    key.unicodeScalars.count <= shortKeyLength
      ? ["  \(key): \(value)"] : ["  ? \(key)", "  : \(value)"]
  }

  /// YAML does not allow a longer key (with its quotation marks) on the line of its value.
  private static let shortKeyLength = 1_000

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// A JSON string with escapes for what YAML takes for a line break or cannot print.
  private static func quoted(_ text: String) -> String {
    JSONWriter.quoted(text, isPlain: isPlain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}

extension ProfileFile {
  /// The mismatch between the profile and some rows, located where the profile names the column.
  ///
  /// - Parameter corpus: the rows, as the user named them.
  func error(about error: CorpusError, of corpus: String) -> InputError {
    switch error {
    case .unknownColumn(let column, let known):
      return place(
        of: column,
        "\(error.description), the columns of '\(corpus)'\(NearestName.hint(column, among: known))")
    case .missingRole(let column, let role):
      return place(of: column, "\(error.description); \(remedy(column, role))")
    default: return .input("\(file), with the rows of '\(corpus)': \(error.description)")
    }
  }

  /// The error in a file of rows, or in what the profile says about its columns.
  func error(about error: DatasetError) -> InputError {
    switch error {
    case .missingColumn(let column, let known, let file):
      self.error(about: CorpusError.unknownColumn(column, known: known), of: file)
    default: .input("\(error)")
    }
  }

  /// The line that adds the missing role, in the grammar of the file.
  private func remedy(_ column: String, _ role: String) -> String {
    let roles = (columns?.first { $0.name == column }?.roles.names ?? []) + [role]
    let list = roles.count == 1 ? role : "[\(roles.joined(separator: ", "))]"
    let others = columns == nil ? ", in addition to every other column that it uses" : ""
    return "give it that role with columns: {\(column): \(list)}\(others)"
  }

  /// An error at the first mention of a column.
  private func place(of column: String, _ message: String) -> InputError {
    let place = values.lazy.compactMap { $0.first(saying: column) }.first
    return place?.error(message) ?? .input("\(file): \(message)")
  }
}

extension YAMLValue {
  /// The first key or value with that text; nil if there is none.
  fileprivate func first(saying text: String) -> YAMLValue? {
    if node.scalar?.string == text { return self }
    let parts = node.sequence.map(Array.init) ?? node.mapping?.flatMap { [$0.key, $0.value] } ?? []
    return parts.lazy.compactMap { YAMLValue(node: $0, file: file).first(saying: text) }.first
  }
}

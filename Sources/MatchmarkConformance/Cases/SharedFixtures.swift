public import MatchmarkCore

/// Corpora and profiles that several cases name.
public struct SharedFixtures: Sendable {
  /// The corpora by name.
  public internal(set) var corpora: [String: CaseCorpus] = [:]
  /// The profiles by name.
  public internal(set) var profiles: [String: SearchProfile] = [:]

  init() {}

  /// Reads a file with `corpora` and `profiles`.
  init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object(["corpora", "profiles"], optional: ["$schema", "about"])
    guard case .object(let named) = object.reader("corpora").json else {
      throw object.reader("corpora").wrong("an object of corpora")
    }
    for name in named.keys.sorted() {
      let corpus = CaseReader(named[name] ?? .null, at: object.reader("corpora").place.key(name))
      corpora[name] = try CaseCorpus(corpus, name: name)
    }
    for reader in try object.reader("profiles").array() {
      let profile = try SearchProfile(reader)
      guard profiles.updateValue(profile, forKey: profile.name) == nil else {
        throw .duplicate(kind: "profile", name: profile.name, at: reader.place)
      }
    }
  }

  /// The corpus that a string names, or that an object spells out.
  func corpus(_ reader: CaseReader, caseID: String) throws(ConformanceError) -> CaseCorpus {
    guard case .string(let name) = reader.json else {
      return try CaseCorpus(reader, name: caseID)
    }
    guard let corpus = corpora[name] else {
      throw .unknownName(
        kind: "corpus", name: name, known: corpora.keys.sorted(), at: reader.place)
    }
    return corpus
  }

  /// The profile that a string names, or that an object spells out.
  func profile(_ reader: CaseReader) throws(ConformanceError) -> SearchProfile {
    guard case .string(let name) = reader.json else { return try SearchProfile(reader) }
    guard let profile = profiles[name] else {
      throw .unknownName(
        kind: "profile", name: name, known: profiles.keys.sorted(), at: reader.place)
    }
    return profile
  }
}

extension CaseCorpus {
  /// Reads `key`, `columns` and `rows`.
  init(_ reader: CaseReader, name: String) throws(ConformanceError) {
    let object = try reader.object(["key", "columns", "rows"])
    let columns = try object.reader("columns").array().map {
      column throws(ConformanceError) in try Column(column)
    }
    let keyName = try object.reader("key").string()
    guard let key = columns.firstIndex(where: { $0.name == keyName }) else {
      throw .unknownName(
        kind: "column", name: keyName, known: columns.map(\.name), at: object.place.key("key"))
    }
    let rows = try object.reader("rows").array().map { row throws(ConformanceError) in
      let cells = try row.array().map { cell throws(ConformanceError) in try cell.text() }
      guard cells.count == columns.count else { throw row.wrong("\(columns.count) cells") }
      return cells
    }
    let keys = rows.map { $0[key] }
    if let key = Dictionary(grouping: keys, by: \.self).first(where: { $1.count > 1 })?.key {
      throw .duplicate(kind: "row", name: key, at: object.place.key("rows"))
    }
    self.init(name: name, columns: columns, rows: rows, keys: keys)
  }
}

extension Column {
  /// Reads `name`, `roles` and, for a facet whose values are known beforehand, `values`.
  init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object(["name", "roles"], optional: ["values"])
    var roles: ColumnRoles = []
    for role in try object.reader("roles").array() {
      let name = try role.string()
      guard let known = ColumnRoles.named.first(where: { $0.name == name }) else {
        let names = ColumnRoles.named.map(\.name)
        throw .unknownName(kind: "role", name: name, known: names, at: role.place)
      }
      roles.insert(known.role)
    }
    self.init(
      try object.reader("name").string(), roles,
      declaredValues: try object.optional("values")?.strings() ?? [])
  }
}

extension SearchProfile {
  /// Reads a profile; every axis must be there.
  init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object([
      "name", "textFields", "numericFields", "folding", "trim", "terms", "empty", "facets",
      "scope", "sections",
    ])
    let fields = try object.reader("textFields").array().map { field throws(ConformanceError) in
      let field = try field.object(["name", "match"])
      return TextField(
        try field.reader("name").string(), try field.reader("match").choice(MatchMode.self))
    }
    self.init(
      name: try object.reader("name").string(), textFields: fields,
      folding: try object.reader("folding").choice(Folding.self))
    numericFields = try object.reader("numericFields").strings()
    trim = try object.reader("trim").choice(TrimMode.self)
    terms = try object.reader("terms").choice(TermMode.self)
    empty = try object.reader("empty").choice(EmptyPolicy.self)
    facets = try object.reader("facets").strings()
    scope = try ScopeAxis.read(object.reader("scope"))
    sections = try SectionAxis.read(object.reader("sections"))
  }
}

extension ScopeAxis {
  fileprivate static func read(_ reader: CaseReader) throws(ConformanceError) -> ScopeAxis? {
    if reader.isNull { return nil }
    let object = try reader.object(["facet", "allTitle", "titles"])
    let titles = object.reader("titles")
    return ScopeAxis(
      facet: try object.reader("facet").string(), allTitle: try object.reader("allTitle").string(),
      titles: titles.isNull ? nil : try titles.strings())
  }
}

extension SectionAxis {
  fileprivate static func read(_ reader: CaseReader) throws(ConformanceError) -> SectionAxis? {
    if reader.isNull { return nil }
    let object = try reader.object(["facet", "emptySections"])
    return SectionAxis(
      facet: try object.reader("facet").string(),
      emptySections: try object.reader("emptySections").choice(EmptySections.self))
  }
}

public import MatchmarkCore

extension SearchProfile: JSONCoded {
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    try self.init(field, isStrict: false)
  }

  /// - Parameter isStrict: true if all keys must be present, and no others.
  package init<Failure>(_ field: JSONField<Failure>, isStrict: Bool) throws(Failure) {
    func object(_ field: JSONField<Failure>, _ keys: [String]) throws(Failure) {
      if isStrict { _ = try field.object(keys) } else { _ = try field.keys() }
    }
    try object(
      field,
      [
        "name", "textFields", "numericFields", "folding", "trim", "terms", "empty", "facets",
        "scope", "sections",
      ] + (field["rank"].isNull ? [] : ["rank"]))
    let fields = try field["textFields"].array().map { field throws(Failure) in
      try object(field, ["name", "match"])
      return TextField(try field["name"].string(), try field["match"].choice(MatchMode.self))
    }
    self.init(
      name: try field["name"].string(), textFields: fields,
      folding: try field["folding"].choice(Folding.self))
    numericFields = try field["numericFields"].strings()
    trim = try field["trim"].choice(TrimMode.self)
    terms = try field["terms"].choice(TermMode.self)
    empty = try field["empty"].choice(EmptyPolicy.self)
    facets = try field["facets"].strings()
    let rank = field["rank"]
    self.rank = rank.isNull ? nil : try rank.choice(RankedOrder.self)
    let (scope, sections) = (field["scope"], field["sections"])
    if !scope.isNull {
      try object(scope, ["facet", "allTitle", "titles"])
      let titles = scope["titles"]
      self.scope = ScopeAxis(
        facet: try scope["facet"].string(), allTitle: try scope["allTitle"].string(),
        titles: titles.isNull ? nil : try titles.strings())
    }
    if !sections.isNull {
      try object(sections, ["facet", "emptySections"])
      self.sections = SectionAxis(
        facet: try sections["facet"].string(),
        emptySections: try sections["emptySections"].choice(EmptySections.self))
    }
  }

  /// The profile with its keys in the order of their declaration.
  package var json: JSONValue {
    [
      "name": .string(name),
      "textFields": .array(
        textFields.map { ["name": .string($0.name), "match": .string($0.match.rawValue)] }),
      "numericFields": .list(numericFields),
      "folding": .string(folding.rawValue),
      "trim": .string(trim.rawValue),
      "terms": .string(terms.rawValue),
      "empty": .string(empty.rawValue),
      "facets": .list(facets),
      "scope": scope.map {
        [
          "facet": .string($0.facet), "allTitle": .string($0.allTitle),
          "titles": $0.titles.map { .list($0) },
        ]
      },
      "sections": sections.map {
        ["facet": .string($0.facet), "emptySections": .string($0.emptySections.rawValue)]
      },
      "rank": rank.map { .string($0.rawValue) },
    ]
  }
}

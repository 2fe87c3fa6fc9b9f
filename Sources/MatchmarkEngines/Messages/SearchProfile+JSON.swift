internal import MatchmarkCore

extension SearchProfile {
  /// The profile as messages contain it: the keys of its `Codable` form, in declaration order.
  var json: JSONTree {
    var members: [JSONTree.Member] = [
      .init("name", .string(name)),
      .init("textFields", .array(textFields.map(\.json))),
      .init("numericFields", .list(numericFields)),
      .init("folding", .string(folding.rawValue)),
      .init("trim", .string(trim.rawValue)),
      .init("terms", .string(terms.rawValue)),
      .init("empty", .string(empty.rawValue)),
      .init("facets", .list(facets)),
    ]
    if let scope { members.append(.init("scope", scope.json)) }
    if let sections { members.append(.init("sections", sections.json)) }
    return .object(members)
  }

  init(_ object: MessageObject) throws(MessageError) {
    let fields = try object.elements("textFields").map { place, value throws(MessageError) in
      try TextField(MessageObject(value, path: place))
    }
    self.init(
      name: try object.text("name"), textFields: fields,
      folding: try object.choice("folding", Folding.self))
    numericFields = try object.texts("numericFields")
    trim = try object.choice("trim", TrimMode.self)
    terms = try object.choice("terms", TermMode.self)
    empty = try object.choice("empty", EmptyPolicy.self)
    facets = try object.texts("facets")
    if object["scope"] != nil { scope = try ScopeAxis(object.object("scope")) }
    if object["sections"] != nil { sections = try SectionAxis(object.object("sections")) }
  }
}

extension TextField {
  fileprivate var json: JSONTree {
    .object([.init("name", .string(name)), .init("match", .string(match.rawValue))])
  }

  fileprivate init(_ object: MessageObject) throws(MessageError) {
    self.init(try object.text("name"), try object.choice("match", MatchMode.self))
  }
}

extension ScopeAxis {
  fileprivate var json: JSONTree {
    let titles = titles.map { [JSONTree.Member("titles", .list($0))] } ?? []
    return .object([.init("facet", .string(facet)), .init("allTitle", .string(allTitle))] + titles)
  }

  fileprivate init(_ object: MessageObject) throws(MessageError) {
    let titles = object["titles"] == nil ? nil : try object.texts("titles")
    self.init(
      facet: try object.text("facet"), allTitle: try object.text("allTitle"), titles: titles)
  }
}

extension SectionAxis {
  fileprivate var json: JSONTree {
    .object([
      .init("facet", .string(facet)), .init("emptySections", .string(emptySections.rawValue)),
    ])
  }

  fileprivate init(_ object: MessageObject) throws(MessageError) {
    self.init(
      facet: try object.text("facet"),
      emptySections: try object.choice("emptySections", EmptySections.self))
  }
}

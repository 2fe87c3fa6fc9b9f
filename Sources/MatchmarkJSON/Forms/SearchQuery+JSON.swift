public import MatchmarkCore

extension SearchToken: JSONCoded {
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    _ = try field.keys()
    self.init(facet: try field["facet"].string(), value: try field["value"].string())
  }

  package var json: JSONValue { ["facet": .string(facet), "value": .string(value)] }
}

extension SearchQuery: JSONCoded {
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    _ = try field.keys()
    self.init(
      try field["text"].string(),
      tokens: try field["tokens"].array().map { token throws(Failure) in try SearchToken(token) },
      scope: try field["scope"].optionalString())
  }

  /// The query; without a key for a scope that it does not have.
  package var json: JSONValue {
    [
      "text": .string(text), "tokens": .array(tokens.map(\.json)),
      "scope": scope.map { .string($0) },
    ]
  }
}

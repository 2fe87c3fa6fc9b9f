package import MatchmarkCore

extension Column {
  /// Reads `name`, `roles` and, for a facet whose values are known beforehand, `values`.
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    let object = try field.object(["name", "roles"], optional: ["values"])
    var roles: ColumnRoles = []
    for role in try object["roles"].array() {
      let name = try role.string()
      guard let known = ColumnRoles.named.first(where: { $0.name == name }) else {
        throw role.mismatch(.unknownName(role.value, known: ColumnRoles.named.map(\.name)))
      }
      roles.insert(known.role)
    }
    self.init(
      try object["name"].string(), roles,
      declaredValues: try object["values"].ifPresent?.strings() ?? [])
  }

  package func json(values: [String]?) -> JSONValue {
    ["name": .string(name), "roles": .list(roles.names), "values": values.map { .list($0) }]
  }
}

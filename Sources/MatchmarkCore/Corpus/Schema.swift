/// The uses of a column of a corpus; one column can have several roles.
public struct ColumnRoles: OptionSet, Sendable, Hashable {
  /// The roles as bits.
  public let rawValue: UInt8

  /// Creates a set of roles from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Typed text is matched against the column.
  public static let text = ColumnRoles(rawValue: 1 << 0)
  /// The column holds decimals that a typed number can equal.
  public static let numeric = ColumnRoles(rawValue: 1 << 1)
  /// Tokens filter by the column.
  public static let facet = ColumnRoles(rawValue: 1 << 2)
  /// The scope bar filters by the column.
  public static let scope = ColumnRoles(rawValue: 1 << 3)

  /// The roles in the order in which files name them.
  package static let named: [(name: String, role: ColumnRoles)] = [
    ("text", .text), ("numeric", .numeric), ("facet", .facet), ("scope", .scope),
  ]

  /// The names of the roles in this set, as corpus files spell them.
  public var names: [String] { Self.named.filter { contains($0.role) }.map { $0.name } }
}

/// A named column of a corpus, with its roles.
public struct Column: Sendable, Hashable {
  /// The name that profiles, tokens and files use.
  public let name: String
  /// The uses that profiles may make of the column.
  public let roles: ColumnRoles
  /// Facet values that are known even if no row has them, in the order in which they were declared.
  ///
  /// Values found in the rows are added after them, in order of first appearance.
  public let declaredValues: [String]

  /// Creates a column.
  public init(_ name: String, _ roles: ColumnRoles, declaredValues: [String] = []) {
    self.name = name
    self.roles = roles
    self.declaredValues = declaredValues
  }
}

/// The columns of a corpus, in file order.
public struct Schema: Sendable, Hashable {
  /// The columns; their names are unique and not empty.
  public let columns: [Column]

  /// Creates a schema.
  ///
  /// - Throws: ``CorpusError/duplicateColumn(_:)``, ``CorpusError/noColumns``, or
  ///   ``CorpusError/tooLarge(_:)`` above ``SearchLimits/columnCount``.
  public init(_ columns: [Column]) throws(CorpusError) {
    guard !columns.isEmpty else { throw .noColumns }
    guard columns.count <= SearchLimits.columnCount else { throw .tooManyColumns }
    var seen: Set<String> = []
    for column in columns where !seen.insert(column.name).inserted {
      throw .duplicateColumn(column.name)
    }
    self.columns = columns
  }

  /// Returns the position of the column with this name; nil if there is none.
  ///
  /// - Complexity: O(columns).
  public func index(of name: String) -> Int? {
    columns.firstIndex { $0.name == name }
  }

  /// Returns the names of all columns that have `role`, in file order.
  public func names(with role: ColumnRoles) -> [String] {
    columns.filter { $0.roles.contains(role) }.map { $0.name }
  }
}

/// A corpus under one profile, with every text field folded into a flat arena.
///
/// Matchers build their indexes from this value. The text is folded once, and all matchers share
/// the result: the size of an index therefore counts only the matcher's own memory, and the build
/// time starts after folding.
public struct FoldedCorpus: Sendable {
  /// The original rows.
  public let corpus: Corpus
  /// The profile that was applied.
  public let profile: SearchProfile
  /// One folded arena per text field of the profile, in profile order.
  package let fields: [TextArena]
  /// The numbers of each numeric field of the profile, in profile order.
  package let numbers: [[CanonicalDecimal?]]
  /// The facets of the profile, in profile order.
  package let facets: [FacetColumn]
  package let scopeColumn: FacetColumn?
  /// The titles of the scope bar except the one that matches every row.
  package let scopeTitles: [String]

  /// Folds `corpus` as `profile` specifies.
  ///
  /// - Throws: ``CorpusError/unknownColumn(_:known:)``, ``CorpusError/missingRole(column:role:)``
  ///   or ``CorpusError/tooLarge(_:)``.
  /// - Complexity: O(bytes of the text fields) time and space.
  public init(_ corpus: Corpus, profile: SearchProfile) throws(CorpusError) {
    self.corpus = corpus
    self.profile = profile
    // The tables are needed even if all rows are ASCII; without this, the first keystroke that is
    // not ASCII would pay for building them. Every term is folded for contains, too.
    for mode in [.contains] + profile.textFields.map({ $0.match }) {
      profile.folding.prepare(for: mode)
    }
    fields = try profile.textFields.map { field throws(CorpusError) in
      try corpus.column(field.name, role: .text).cells.folded(profile.folding, for: field.match)
    }
    numbers = try profile.numericFields.map { name throws(CorpusError) in
      (0..<corpus.rowCount).map(try corpus.column(name, role: .numeric).number)
    }
    facets = try profile.facets.map { name throws(CorpusError) in
      try corpus.facetColumn(name, role: .facet)
    }
    scopeColumn = try profile.scope.map { axis throws(CorpusError) in
      try corpus.facetColumn(axis.facet, role: .scope)
    }
    scopeTitles = profile.scope?.titles ?? scopeColumn?.values ?? []
    if let sections = profile.sections {
      _ = try corpus.facetColumn(sections.facet, role: .facet)
    }
  }

  /// The number of rows.
  public var rowCount: Int { corpus.rowCount }

  /// Returns the folded UTF-8 of a row's text field; rows and fields are numbered from 0.
  public func foldedText(row: Int, field: Int = 0) -> ArraySlice<UInt8> {
    fields[field].slice(row)
  }

  /// Returns the original text of a row's text field.
  public func text(row: Int, field: Int = 0) -> String {
    let name = profile.textFields[field].name
    return corpus.cell(row: row, column: corpus.schema.index(of: name) ?? 0)
  }

  /// The size of the shared arenas, in bytes.
  public var sizeInBytes: Int { fields.reduce(0) { $0 + $1.sizeInBytes } }

  /// The size in UTF-8 bytes of the raw text that an index is built from: the columns that the
  /// profile uses.
  package var usedSizeInBytes: Int {
    let names =
      profile.textFields.map { $0.name } + profile.numericFields + profile.facets
      + (profile.scope.map { [$0.facet] } ?? [])
    return zip(corpus.schema.columns, corpus.columns)
      .filter { column, _ in names.contains(column.name) }
      .map { _, cells in cells.textSizeInBytes }
      .reduce(0, +)
  }
}

extension Corpus {
  package func column(_ name: String, role: ColumnRoles) throws(CorpusError) -> CorpusColumn {
    guard let index = schema.index(of: name) else {
      throw .unknownColumn(name, known: schema.columns.map { $0.name })
    }
    guard schema.columns[index].roles.contains(role) else {
      throw .missingRole(column: name, role: role.names.joined())
    }
    return columns[index]
  }

  fileprivate func facetColumn(
    _ name: String, role: ColumnRoles
  ) throws(CorpusError) -> FacetColumn {
    try column(name, role: role).facet ?? FacetColumn(declaredValues: [])
  }
}

extension TextArena {
  fileprivate func folded(
    _ folding: Folding, for mode: MatchMode
  ) throws(CorpusError) -> TextArena {
    var result = TextArena()
    result.reserve(textSizeInBytes)
    for index in 0..<count {
      let range = range(of: index)
      try result.append { output in
        folding.fold(bytes[range].span, for: mode, into: &output)
      }
    }
    result.seal()
    result.shareOffsets(of: self)
    return result
  }
}

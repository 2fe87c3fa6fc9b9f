package import MatchmarkCore

/// Guesses what the columns of an unmapped file are for.
///
/// Empty cells say nothing; a column of nothing else gets no role. Otherwise:
/// - **numeric**: every cell is a decimal of the contract's grammar;
/// - **facet**: few different values for the number of cells, 32 KiB of them at most: up to 64
///   with four cells or more to a value on average, and, where they are no numbers, up to 1 024
///   with sixteen;
/// - **scope**: numeric and facet at once, as years are;
/// - **text**: a cell has a letter (or anything beyond ASCII), and the column is no facet;
/// - where no column came out as text, the facet with letters that has most values is text too;
///   where there is none, the first column is.
///
/// The values of a numeric facet are declared in ascending order, so that a scope bar counts up.
enum ColumnInference {
  /// The most values of a facet, such as countries or time zones.
  static let facetValueCount = 1_024
  /// The most bytes of all different values of a facet; every column's are held meanwhile.
  static let facetValuesSizeInBytes = 1 << 15
  /// How many cells a facet's value has on average, at least: more than a few values are those of a
  /// facet only where each stands in many rows.
  static func cellsPerFacetValue(of valueCount: Int) -> Int {
    valueCount <= fewFacetValues ? 4 : 16
  }

  /// As many values as a person overlooks; no numeric facet has more.
  static let fewFacetValues = 64

  /// The columns with inferred roles, in the reader's order; reads all rows.
  ///
  /// - Complexity: O(bytes) time; a row and 32 KiB a column of space.
  static func columns<Reader: RecordReader>(
    of reader: inout Reader
  ) throws(DatasetError) -> [Column] {
    var evidence = reader.columnNames.map { _ in ColumnEvidence() }
    var row = SourceRow()
    while try reader.next(into: &row) {
      for index in evidence.indices { evidence[index].add(row.cells.slice(index)) }
    }
    var roles = evidence.map(\.roles)
    if !roles.contains(where: { $0.contains(.text) }) {
      let lettered = evidence.indices.filter { evidence[$0].hasLetter }
      let most = lettered.map { evidence[$0].valueCount }.max()
      let index = lettered.first { evidence[$0].valueCount == most } ?? 0
      roles[index].insert(.text)
    }
    return reader.columnNames.indices.map { index in
      Column(
        reader.columnNames[index], roles[index],
        declaredValues: roles[index].contains(.scope) ? evidence[index].ascendingValues : [])
    }
  }
}

/// What the cells of one column have shown.
private struct ColumnEvidence {
  private var cellCount = 0
  private var isNumeric = true
  private(set) var hasLetter = false
  /// The different values, as long as they may be those of a facet.
  private var values: Set<[UInt8]>? = []
  private var valuesSizeInBytes = 0

  /// How many different values there are, as far as they are counted.
  var valueCount: Int { values?.count ?? 0 }

  mutating func add(_ cell: ArraySlice<UInt8>) {
    guard !cell.isEmpty else { return }
    cellCount += 1
    if isNumeric && CanonicalDecimal(utf8: cell.span) == nil { isNumeric = false }
    if !hasLetter { hasLetter = cell.contains(where: Self.isLetter) }
    if values != nil { collect(Array(cell)) }
  }

  private mutating func collect(_ value: [UInt8]) {
    guard values?.insert(value).inserted == true, let count = values?.count else { return }
    valuesSizeInBytes += value.count
    if count > ColumnInference.facetValueCount
      || valuesSizeInBytes > ColumnInference.facetValuesSizeInBytes
    {
      values = nil
    }
  }

  var roles: ColumnRoles {
    guard cellCount > 0 else { return [] }
    let isFew = !isNumeric || valueCount <= ColumnInference.fewFacetValues
    let repeats = ColumnInference.cellsPerFacetValue(of: valueCount)
    let isFacet = values != nil && isFew && valueCount * repeats <= cellCount
    switch (isNumeric, isFacet) {
    case (true, true): return [.numeric, .facet, .scope]
    case (true, false): return .numeric
    case (false, true): return .facet
    case (false, false): return hasLetter ? .text : []
    }
  }

  /// The values of a numeric column by size; equal numbers by their bytes.
  var ascendingValues: [String] {
    (values ?? []).compactMap { bytes in
      CanonicalDecimal(utf8: bytes.span).map { (number: $0, bytes: bytes) }
    }
    .sorted { first, second in
      first.number == second.number
        ? first.bytes.lexicographicallyPrecedes(second.bytes) : first.number < second.number
    }
    .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// The profile for rows that came without one: what a search over such columns usually does.
package enum InferredProfile {
  /// How many titles a scope bar has at most, where the column is not called `year`.
  static let scopeTitleCount = 16

  /// A profile over the roles that the corpus' columns have.
  ///
  /// Text columns are searched for a part, without regard to case and marks; every term must match;
  /// numeric columns take part by equality; an empty query browses. The scope is the column `year`
  /// if it has that role, else the first column that has it and at most 16 values, else none. Every
  /// other facet is filtered by tokens.
  ///
  /// - Complexity: O(columns).
  package static func profile(
    for corpus: Corpus, named name: String = "inferred"
  ) -> SearchProfile {
    let schema = corpus.schema
    let fields = schema.names(with: .text).map { TextField($0, .contains) }
    let scope = scopeColumn(of: corpus)
    return SearchProfile(
      name: name, textFields: fields, folding: .caseAndDiacriticInsensitive
    ).with {
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.empty = .browse
      $0.numericFields = schema.names(with: .numeric)
      $0.facets = schema.names(with: .facet).filter { $0 != scope }
      $0.scope = scope.map { ScopeAxis(facet: $0) }
    }
  }

  private static func scopeColumn(of corpus: Corpus) -> String? {
    let candidates = corpus.schema.names(with: .scope)
    return candidates.first { $0 == "year" }
      ?? candidates.first { name in
        let count = corpus.knownValues(of: name)?.count ?? 0
        return (1...scopeTitleCount).contains(count)
      }
  }
}

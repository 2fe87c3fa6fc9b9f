package import MatchmarkCore

/// The rules that infer the roles of columns from a file without a mapping.
///
/// Empty cells are ignored; a column of only empty cells gets no role. Otherwise:
/// - **numeric**: every cell is a decimal of the contract's grammar without a leading zero, which
///   codes such as postal codes have;
/// - **facet**: few different values for the number of cells, at most 32 KiB of them: up to 64 with
///   an average of at least four cells per value and, if they are not numbers, up to 1 024 with
///   sixteen;
/// - **scope**: a column that is numeric and a facet, such as years;
/// - **text**: a cell has a letter, a digit or a sign beyond ASCII, and the column is not a facet;
/// - if no column is text, the facet with letters that has the most values is text too; if there is
///   no such facet, the first column is.
///
/// The values of a numeric facet are declared in ascending order, so that a scope bar shows them in
/// that order.
enum ColumnInference {
  /// The maximum number of values of a facet, such as countries or time zones.
  static let facetValueCount = 1_024
  /// The maximum total size of a facet's different values, in bytes; every column holds its values
  /// at the same time.
  static let facetValuesSizeInBytes = 1 << 15
  /// The maximum number of values of a numeric facet: as many as a person can scan.
  static let fewFacetValues = 64

  /// Returns the columns with inferred roles, in the reader's order, and those without a role, each
  /// with the reason; reads all rows.
  ///
  /// - Complexity: O(bytes) time; space for a row, and 32 KiB per column.
  static func columns<Reader: RecordReader>(
    of reader: inout Reader
  ) throws(DatasetError) -> ([Column], withoutRole: [(name: String, reason: String)]) {
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
    let names = reader.columnNames
    let columns = names.indices.map { index in
      Column(
        names[index], roles[index],
        declaredValues: roles[index].contains(.scope) ? evidence[index].ascendingValues : [])
    }
    let idle = names.indices.filter { roles[$0].isEmpty }
    return (columns, idle.map { (names[$0], evidence[$0].reasonForNoRole) })
  }
}

private struct ColumnEvidence {
  private var cellCount = 0
  private var isNumeric = true
  private(set) var hasLetter = false
  private var hasDigit = false
  /// The different values, as long as they may be those of a facet; then nil.
  private var values: Set<[UInt8]>? = []
  private var valuesSizeInBytes = 0

  /// The number of different values, as far as they were counted.
  var valueCount: Int { values?.count ?? 0 }

  mutating func add(_ cell: ArraySlice<UInt8>) {
    guard !cell.isEmpty else { return }
    cellCount += 1
    if isNumeric, Self.hasLeadingZero(cell) || CanonicalDecimal(utf8: cell.span) == nil {
      isNumeric = false
    }
    if !hasLetter { hasLetter = cell.contains(where: Self.isLetter) }
    if !hasDigit { hasDigit = cell.contains(where: Self.isDigit) }
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
    let isFew = valueCount <= ColumnInference.fewFacetValues
    // If there are more than a few values, the column is a facet only if each value is in many
    // rows.
    let cellsPerValue = isFew ? 4 : 16
    let isFacet = values != nil && (isFew || !isNumeric) && valueCount * cellsPerValue <= cellCount
    switch (isNumeric, isFacet) {
    case (true, true): return [.numeric, .facet, .scope]
    case (true, false): return .numeric
    case (false, true): return .facet
    case (false, false): return hasLetter || hasDigit ? .text : []
    }
  }

  /// The reason why the column got no role.
  var reasonForNoRole: String {
    cellCount == 0 ? "all its cells are empty" : "its cells have neither letters nor digits"
  }

  /// The values of a numeric column in ascending order; equal numbers in the order of their bytes.
  var ascendingValues: [String] {
    (values ?? []).compactMap { bytes in
      let slice = bytes[...]
      return CanonicalDecimal(utf8: slice.span).map { (number: $0, bytes: bytes) }
    }
    .sorted { first, second in
      first.number == second.number
        ? first.bytes.lexicographicallyPrecedes(second.bytes) : first.number < second.number
    }
    .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func hasLeadingZero(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.count > 1 && cell.first == UInt8(ascii: "0") && cell.dropFirst().first.map(isDigit) == true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// The profile of rows that came without one: the usual kind of search over such columns.
package enum InferredProfile {
  /// The maximum number of titles of a scope bar, unless the column is called `year`.
  static let scopeTitleCount = 16
  /// The names, in lower case, of columns that tell rows apart for programs.
  private static let identifierNames: Set<String> = ["id", "_id", "uuid", "guid"]

  /// Returns the names of the columns that are not searched, because they only tell rows apart.
  ///
  /// There are none if no other column has text. A column whose values repeat is a filter instead.
  ///
  /// - Parameter named: the columns that the user named, which are searched.
  /// - Complexity: O(columns).
  static func identifiers(of corpus: Corpus, named: [String] = []) -> [String] {
    let identifiers = corpus.schema.columns.filter { column in
      identifierNames.contains(column.name.lowercased()) && !column.roles.isEmpty
        && !column.roles.contains(.facet) && !named.contains(column.name)
    }.map(\.name)
    let texts = corpus.schema.names(with: .text)
    return texts.allSatisfy(identifiers.contains) ? [] : identifiers
  }

  /// Returns the profile of a corpus.
  ///
  /// Text columns match in any position, ignoring case and marks; every term must match; a term may
  /// equal a numeric column; an empty query shows every row. The scope is the column `year` if it
  /// has that role, otherwise the first column with that role and at most 16 values, otherwise
  /// none. Every other facet is filtered by tokens. Identifiers are not searched.
  ///
  /// - Parameter named: the columns that the user named.
  /// - Complexity: O(columns).
  package static func profile(for corpus: Corpus, named: [String] = []) -> SearchProfile {
    let schema = corpus.schema
    let identifiers = identifiers(of: corpus, named: named)
    func searched(_ role: ColumnRoles) -> [String] {
      schema.names(with: role).filter { !identifiers.contains($0) }
    }
    let fields = searched(.text).map { TextField($0, .contains) }
    let scope = scopeColumn(of: corpus)
    return SearchProfile(
      name: "inferred", textFields: fields, folding: .caseAndDiacriticInsensitive
    ).with {
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.empty = .browse
      $0.numericFields = searched(.numeric)
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

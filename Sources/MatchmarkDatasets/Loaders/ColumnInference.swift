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

  /// Returns true if the values of a column may still turn out to be those of a facet.
  static func mayBeFacet(_ values: FacetColumn) -> Bool {
    values.values.count <= facetValueCount && values.valuesSizeInBytes <= facetValuesSizeInBytes
  }

  /// Returns the roles of columns, each with the evidence in its cells.
  ///
  /// - Complexity: O(columns).
  static func roles(_ evidence: [ColumnEvidence]) -> [ColumnRoles] {
    var roles = evidence.map(\.roles)
    if !roles.isEmpty, !roles.contains(where: { $0.contains(.text) }) {
      let lettered = evidence.indices.filter { evidence[$0].hasLetter }
      let most = lettered.map { evidence[$0].values.count }.max()
      let index = lettered.first { evidence[$0].values.count == most } ?? 0
      roles[index].insert(.text)
    }
    return roles
  }
}

/// The evidence in the cells of a column about its roles.
struct ColumnEvidence {
  private var cellCount = 0
  private var isNumeric = true
  private(set) var hasLetter = false
  private var hasDigit = false
  /// The different values, as long as they may be those of a facet.
  private(set) var values: [String] = []
  private var hasFewValues = true

  /// Adds the cells of a column of some rows.
  ///
  /// - Complexity: O(rows + bytes of the cells), less after the first letter and digit.
  mutating func add(_ column: Int, of batch: RowBatch) {
    let bytes = batch.bytes.span
    for row in 0..<batch.rowCount {
      let range = batch.cell(row: row, column: column).range
      if range.isEmpty { continue }
      cellCount += 1
      if isNumeric || !hasLetter { add(bytes.extracting(range)) }
    }
  }

  private mutating func add(_ cell: Span<UInt8>) {
    if Self.isWholeNumber(cell) {
      hasDigit = true
    } else {
      if isNumeric { isNumeric = CanonicalDecimal(utf8: cell) != nil }
      for index in cell.indices where !hasLetter {
        hasLetter = Self.isLetter(cell[index])
        hasDigit = hasDigit || Self.isDigit(cell[index])
      }
    }
    if isNumeric { isNumeric = !Self.hasLeadingZero(cell) }
  }

  /// Returns the evidence of all rows, with the different values; nil if there are too many.
  func with(_ facet: FacetColumn?) -> ColumnEvidence {
    var evidence = self
    evidence.hasFewValues = facet != nil
    evidence.values = facet?.values ?? []
    return evidence
  }

  var roles: ColumnRoles {
    guard cellCount > 0 else { return [] }
    let isFew = values.count <= ColumnInference.fewFacetValues
    // If there are more than a few values, the column is a facet only if each value is in many
    // rows.
    let cellsPerValue = isFew ? 4 : 16
    let isFacet =
      hasFewValues && (isFew || !isNumeric) && values.count * cellsPerValue <= cellCount
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
    values.compactMap { text in CanonicalDecimal(text).map { (number: $0, text: text) } }
      .sorted { first, second in
        first.number == second.number
          ? first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
          : first.number < second.number
      }
      .map(\.text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func hasLeadingZero(_ cell: Span<UInt8>) -> Bool {
    cell.count > 1 && cell[0] == UInt8(ascii: "0") && isDigit(cell[1])
  }

  /// Returns true for up to as many digits in ASCII as a number may have.
  private static func isWholeNumber(_ cell: Span<UInt8>) -> Bool {
    guard cell.count <= CanonicalDecimal.maximumDigitCount else { return false }
    for index in cell.indices where !isDigit(cell[index]) { return false }
    return true
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

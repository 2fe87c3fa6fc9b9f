/// The rows that are searched, with their schema, before a profile is applied.
///
/// Rows are numbered 0, 1, 2 … in corpus order; an answer is a set of these numbers. A corpus is
/// immutable; build one with ``CorpusBuilder`` or, for plain strings, ``init(name:titles:)``.
public struct Corpus: Sendable {
  /// The name of the corpus in suites and reports.
  public let name: String
  /// The columns.
  public let schema: Schema
  /// The number of rows.
  public internal(set) var rowCount = 0
  /// One entry per column of the schema.
  package internal(set) var columns: [CorpusColumn]

  init(name: String, schema: Schema) {
    self.name = name
    self.schema = schema
    columns = schema.columns.map(CorpusColumn.init)
  }

  /// Creates a corpus of columns that were read.
  ///
  /// - Parameter columns: one for each column of the schema, in the form that its roles need.
  package init(
    name: String, schema: Schema, columns: consuming [CorpusColumn], rowCount: Int
  ) {
    self.name = name
    self.schema = schema
    self.columns = columns
    self.rowCount = rowCount
    for index in self.columns.indices { self.columns[index].seal() }
  }

  /// Creates a corpus with the single text column `title`.
  ///
  /// - Throws: ``CorpusError`` if a title or the whole corpus exceeds a limit.
  public init(name: String = "titles", titles: [String]) throws(CorpusError) {
    var builder = CorpusBuilder(name: name, schema: try Schema([Column("title", .text)]))
    for title in titles { try builder.append([title]) }
    self = builder.finish()
  }

  /// Returns the cell of a row and column, as given.
  ///
  /// - Complexity: O(bytes of the cell).
  public func cell(row: Int, column: Int) -> String {
    String(decoding: columns[column].slice(row), as: UTF8.self)
  }

  /// Returns the known values of a facet or scope column: declared values first, then the others by
  /// first appearance in the rows.
  ///
  /// - Returns: nil if there is no such column, or if it is neither a facet nor a scope.
  public func knownValues(of column: String) -> [String]? {
    schema.index(of: column).flatMap { columns[$0].facet?.values }
  }

  /// The size of the raw text of all columns, in UTF-8 bytes.
  public var sizeInBytes: Int {
    columns.reduce(0) { $0 + $1.textSizeInBytes }
  }
}

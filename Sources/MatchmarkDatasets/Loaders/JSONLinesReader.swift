internal import MatchmarkCore
internal import MatchmarkJSON

/// A reader of JSON Lines: one flat object per line, whose keys are the columns, in any order.
///
/// Strings are cells; numbers and booleans are their text in the file; null and a missing key are
/// empty cells. Without a mapping, every key of any object is a column, in order of first
/// appearance; the file is read an additional time to find the keys. A blank line is an error.
///
/// - Complexity: O(bytes) time, O(row) space.
struct JSONLinesReader: RecordReader {
  private(set) var window: RowWindow
  private var json: JSONReader
  private let keys: [[UInt8]]
  private var key: [UInt8] = []
  private var values: [UInt8] = []
  /// The range of each column's value in ``values`` and the offset of its key in the file; nil if
  /// the key is missing.
  private var found: [(range: Range<Int>, offset: Int)?] = []
  private var missingCellCount = 0

  /// The maximum number of cells without a key, in addition to one per byte of the file.
  ///
  /// Without this limit, two bytes could stand for a row of a thousand cells.
  static let missingCellLimit = 1 << 22

  let columnNames: [String]

  /// Creates a reader that begins at the first line of a window, or at a byte after it.
  ///
  /// - Throws: ``DatasetError/emptyFile(_:)`` if there is neither a mapping nor a key, or the
  ///   errors of ``next(into:)``.
  /// - Complexity: O(1) with a mapping, O(bytes) time without.
  init(
    _ window: RowWindow, columnNames: [String]?, from start: Int? = nil
  ) throws(DatasetError) {
    self.window = window
    json = Self.reader(of: window, from: start ?? window.textStart)
    if let columnNames {
      self.columnNames = columnNames
    } else {
      var keys = KeyCollection(window, from: json.position)
      self.columnNames = try keys.collect()
    }
    keys = self.columnNames.map { Array($0.utf8) }
  }

  fileprivate static func reader(of window: RowWindow, from position: Int) -> JSONReader {
    var json = JSONReader(window.bytes, from: position)
    json.keptSizeInBytes = SearchLimits.fieldSizeInBytes
    return json
  }

  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool {
    if json.isAtEnd {
      guard try window.advance(past: json.position) else { return false }
      json = Self.reader(of: window, from: 0)
    }
    row.begin(at: json.position)
    values.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: repeatElement(nil, count: keys.count))
    try readObject()
    for (column, entry) in found.enumerated() {
      if let entry {
        if row.keepsText?[column] ?? true { row.cells.append(contentsOf: values[entry.range]) }
      } else {
        missingCellCount += 1
      }
      row.cells.endCell()
      row.cellOffsets.append(entry?.offset ?? row.start)
    }
    guard missingCellCount <= window.sourceSizeInBytes + Self.missingCellLimit else {
      throw .tooManyMissingCells(file: window.name)
    }
    return true
  }

  private mutating func readObject() throws(DatasetError) {
    var failure: DatasetError?
    do throws(JSONError) {
      try json.beginObject()
      key.removeAll(keepingCapacity: true)
      var expected = 0
      while failure == nil, let offset = try json.nextKey(into: &key) {
        failure = try readValue(ofKeyAt: offset, expected: &expected)
        key.removeAll(keepingCapacity: true)
      }
      if failure == nil { try json.endLine() }
    } catch {
      throw Self.datasetError(error, window)
    }
    if let failure { throw failure }
  }

  /// Reads the value of a key, and returns the error if the key or the value is invalid.
  private mutating func readValue(
    ofKeyAt offset: Int, expected: inout Int
  ) throws(JSONError) -> DatasetError? {
    guard json.sizeInBytes <= ColumnName.sizeLimitInBytes else {
      return .columnNameTooLong(sizeInBytes: json.sizeInBytes, at: window.position(of: offset))
    }
    guard let column = column(expected: expected), found[column] == nil else {
      return keyError(at: offset)
    }
    let start = values.count
    _ = try json.value(into: &values)
    found[column] = (start..<values.count, offset)
    expected = column + 1
    guard json.sizeInBytes > SearchLimits.fieldSizeInBytes else { return nil }
    return .fieldTooLong(
      column: columnNames[column], sizeInBytes: json.sizeInBytes, at: window.position(of: offset))
  }

  /// Returns the column that the key names, which is nearly always the one after the previous
  /// key's.
  private func column(expected: Int) -> Int? {
    if expected < keys.count && keys[expected] == key { return expected }
    return keys.firstIndex(of: key)
  }

  private func keyError(at offset: Int) -> DatasetError {
    let name = String(decoding: key, as: UTF8.self)
    let position = window.position(of: offset)
    if keys.contains(key) { return .duplicateKey(name, at: position) }
    return .unknownKey(
      name, nearest: NearestName.of(name, among: columnNames), known: columnNames, at: position)
  }

  fileprivate static func datasetError(_ error: JSONError, _ window: RowWindow) -> DatasetError {
    .invalidJSON(error.message, at: window.position(of: error.offset))
  }
}

/// The keys of all objects of a file, which become its columns.
private struct KeyCollection {
  private var window: RowWindow
  private var json: JSONReader
  private var names: [String] = []
  private var known: Set<[UInt8]> = []
  private var key: [UInt8] = []
  private var ignored: [UInt8] = []

  init(_ window: RowWindow, from start: Int) {
    self.window = window
    json = JSONLinesReader.reader(of: window, from: start)
  }

  mutating func collect() throws(DatasetError) -> [String] {
    while true {
      if json.isAtEnd {
        guard try window.advance(past: json.position) else { break }
        json = JSONLinesReader.reader(of: window, from: 0)
      }
      try readObject()
    }
    guard !names.isEmpty else { throw .emptyFile(window.name) }
    return names
  }

  private mutating func readObject() throws(DatasetError) {
    var failure: DatasetError?
    do throws(JSONError) {
      try json.beginObject()
      key.removeAll(keepingCapacity: true)
      while failure == nil, let offset = try json.nextKey(into: &key) {
        failure = note(keyAt: offset)
        key.removeAll(keepingCapacity: true)
        if failure == nil { _ = try json.value(into: &ignored) }
        ignored.removeAll(keepingCapacity: true)
      }
      if failure == nil { try json.endLine() }
    } catch {
      throw JSONLinesReader.datasetError(error, window)
    }
    if let failure { throw failure }
  }

  /// Adds the key that was just read, unless it is known; returns an error if it cannot name a
  /// column.
  private mutating func note(keyAt offset: Int) -> DatasetError? {
    guard json.sizeInBytes <= ColumnName.sizeLimitInBytes else {
      return .columnNameTooLong(sizeInBytes: json.sizeInBytes, at: window.position(of: offset))
    }
    guard !key.isEmpty else { return .emptyColumnName(at: window.position(of: offset)) }
    guard known.insert(key).inserted else { return nil }
    names.append(String(decoding: key, as: UTF8.self))
    return names.count > SearchLimits.columnCount
      ? .corpus(.tooManyColumns, file: window.name) : nil
  }
}

internal import MatchmarkCore
internal import MatchmarkJSON

/// A reader of JSON: objects, one to a line or in one array, whose keys are the columns, in any
/// order.
///
/// Strings are cells; numbers and booleans are their text in the file; null, a missing key and a
/// list or object as a value are empty cells. Every key that has another value than a list or an
/// object is a column; the file is read an additional time to find the keys. A blank line between
/// objects is an error.
///
/// - Complexity: O(bytes) time, O(row) space.
struct JSONRowReader: RecordReader {
  private var objects: JSONObjects
  private let keys: [[UInt8]]
  /// The keys of lists and objects, which are left out; nil if there must be none.
  private let nested: [String]?
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

  var window: RowWindow { objects.window }
  var nestedKeys: [String] { nested ?? [] }
  private(set) var nullKeys: [String] = []

  /// Creates a reader of a file whose keys are columns: first those of a mapping, then the others
  /// in order of first appearance.
  ///
  /// - Throws: ``DatasetError/noKeys(_:)`` if there is neither a mapping nor a key, or the errors
  ///   of ``next(into:)``.
  /// - Complexity: O(bytes) time.
  init(_ window: RowWindow, mapped: [String]?) throws(DatasetError) {
    let objects = JSONObjects(window, from: window.textStart)
    var keys = KeyCollection(objects)
    try keys.collect()
    let found = keys.names
    guard !found.isEmpty || mapped != nil else { throw .noKeys(window.name) }
    let first = (mapped ?? []).filter { found.isEmpty || found.contains($0) }
    self.init(objects, first + found.filter { !first.contains($0) }, nested: keys.nested)
    nullKeys = keys.null
  }

  /// Creates a reader of lines after a byte of a window, which have no other keys than these, and
  /// neither lists nor objects.
  init(_ window: RowWindow, columnNames: [String], from start: Int) {
    self.init(JSONObjects(window, from: start), columnNames, nested: nil)
  }

  private init(_ objects: JSONObjects, _ columnNames: [String], nested: [String]?) {
    self.objects = objects
    self.columnNames = columnNames
    self.nested = nested
    keys = columnNames.map { Array($0.utf8) }
  }

  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool {
    guard try objects.findNext() else { return false }
    row.begin(at: objects.json.position)
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
      try objects.json.beginObject()
      key.removeAll(keepingCapacity: true)
      var expected = 0
      while failure == nil, let offset = try objects.json.nextKey(into: &key) {
        failure = try readValue(ofKeyAt: offset, expected: &expected)
        key.removeAll(keepingCapacity: true)
      }
      if failure == nil { try objects.end() }
    } catch {
      throw objects.located(error)
    }
    if let failure { throw failure }
  }

  /// Reads the value of a key, and returns the error if the key or the value is invalid.
  private mutating func readValue(
    ofKeyAt offset: Int, expected: inout Int
  ) throws(JSONError) -> DatasetError? {
    let size = objects.json.sizeInBytes
    guard size <= ColumnName.sizeLimitInBytes else {
      return .columnNameTooLong(sizeInBytes: size, at: window.position(of: offset))
    }
    let isLeftOut = nested != nil && objects.json.isAtTree
    let column = column(expected: expected)
    guard column == nil ? isLeftOut : found[column ?? 0] == nil else { return keyError(at: offset) }
    let start = values.count
    if isLeftOut {
      try objects.json.skipTree(.row)
    } else {
      _ = try objects.json.value(into: &values)
    }
    guard let column else { return nil }
    found[column] = (start..<values.count, offset)
    expected = column + 1
    if isLeftOut { return nil }
    let valueSize = objects.json.sizeInBytes
    guard valueSize > SearchLimits.fieldSizeInBytes else { return nil }
    return .fieldTooLong(
      column: columnNames[column], sizeInBytes: valueSize, at: window.position(of: offset))
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
}

/// The objects of a text: one to a line, or the elements of one array.
private struct JSONObjects {
  private(set) var window: RowWindow
  var json: JSONReader
  private var isFirst = true

  init(_ window: RowWindow, from start: Int) {
    self.window = window
    json = Self.reader(of: window, from: start)
  }

  private static func reader(of window: RowWindow, from position: Int) -> JSONReader {
    var json = JSONReader(window.bytes, from: position, spansLines: window.rows == .elements)
    json.keptSizeInBytes = SearchLimits.fieldSizeInBytes
    return json
  }

  /// Goes to the beginning of the next object.
  ///
  /// - Returns: false after the last one.
  mutating func findNext() throws(DatasetError) -> Bool {
    switch window.rows {
    case .lines:
      guard json.isAtEnd else { return true }
      return try advance()
    case .elements:
      do throws(JSONError) {
        if isFirst { try json.beginArray() }
        guard try json.hasElement(afterFirst: !isFirst) else {
          json.skipBlanks()
          guard json.isAtEnd else { throw json.unexpected("the end of the file") }
          return false
        }
        isFirst = false
        json.skipBlanks()
      } catch { throw located(error) }
      // More of the file is visible from the next element on.
      if json.isAtEnd, try advance() { json.skipBlanks() }
      return true
    }
  }

  private mutating func advance() throws(DatasetError) -> Bool {
    let hasMore = try window.advance(past: json.position)
    json = Self.reader(of: window, from: 0)
    return hasMore
  }

  /// Reads what follows an object.
  mutating func end() throws(JSONError) {
    if window.rows == .lines { try json.endLine() }
  }

  func located(_ error: JSONError) -> DatasetError {
    .invalidJSON(error.message, at: window.position(of: error.offset))
  }
}

extension JSONLimits {
  /// A row is limited by its size; only its depth is not.
  fileprivate static let row = JSONLimits(expected: "no deeper", depth: JSONLimits.file.depth)
}

/// The keys of all objects of a file, which become its columns.
private struct KeyCollection {
  private var objects: JSONObjects
  /// The keys with texts, numbers, booleans or nulls, in order of first appearance.
  private(set) var names: [String] = []
  /// The keys with lists or objects, in order of first appearance.
  private(set) var nested: [String] = []
  /// The keys with nulls, in order of first appearance.
  private(set) var null: [String] = []
  private var known: (flat: Set<[UInt8]>, nested: Set<[UInt8]>, null: Set<[UInt8]>) = ([], [], [])
  private var key: [UInt8] = []
  private var ignored: [UInt8] = []

  init(_ objects: JSONObjects) { self.objects = objects }

  mutating func collect() throws(DatasetError) {
    while try objects.findNext() { try readObject() }
  }

  private mutating func readObject() throws(DatasetError) {
    var failure: DatasetError?
    do throws(JSONError) {
      try objects.json.beginObject()
      key.removeAll(keepingCapacity: true)
      while failure == nil, let offset = try objects.json.nextKey(into: &key) {
        failure = try note(keyAt: offset)
        key.removeAll(keepingCapacity: true)
      }
      if failure == nil { try objects.end() }
    } catch {
      throw objects.located(error)
    }
    if let failure { throw failure }
  }

  /// Reads the value of the key that was just read, and adds the key, unless it is known; returns
  /// an error if it cannot name a column.
  private mutating func note(keyAt offset: Int) throws(JSONError) -> DatasetError? {
    let (size, window) = (objects.json.sizeInBytes, objects.window)
    guard size <= ColumnName.sizeLimitInBytes else {
      return .columnNameTooLong(sizeInBytes: size, at: window.position(of: offset))
    }
    guard !key.isEmpty else { return .emptyColumnName(at: window.position(of: offset)) }
    if objects.json.isAtTree {
      try objects.json.skipTree(.row)
      guard known.nested.insert(key).inserted else { return nil }
      nested.append(String(decoding: key, as: UTF8.self))
    } else {
      ignored.removeAll(keepingCapacity: true)
      let kind = try objects.json.value(into: &ignored)
      if kind == .null, known.null.insert(key).inserted {
        null.append(String(decoding: key, as: UTF8.self))
      }
      guard known.flat.insert(key).inserted else { return nil }
      names.append(String(decoding: key, as: UTF8.self))
    }
    return max(names.count, nested.count) > SearchLimits.columnCount
      ? .corpus(.tooManyColumns, file: window.name) : nil
  }
}

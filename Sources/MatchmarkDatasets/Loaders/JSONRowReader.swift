internal import MatchmarkCore
internal import MatchmarkJSON

/// A reader of JSON: objects, one to a line or in one array, whose keys are the columns, in any
/// order.
///
/// Strings are cells; numbers and booleans are their text in the file; null, a missing key and a
/// list or object as a value are empty cells. Every key that has another value than a list or an
/// object is a column. A blank line between objects is an error.
///
/// - Complexity: O(bytes) time, O(row) space.
struct JSONRowReader: RecordReader {
  private var objects: JSONObjects
  private var keys: JSONKeys
  private var key: [UInt8] = []
  /// The range of each column's value in the texts of the batch and the offset of its key in the
  /// window; nil if the key is missing.
  private var found: [(range: Range<Int>, offset: Int)?] = []
  private var rowCount = 0
  private var missingCellCount = 0

  /// The maximum number of cells without a key, in addition to one per byte of the file.
  ///
  /// Without this limit, two bytes could stand for a row of a thousand cells.
  static let missingCellLimit = 1 << 22

  var window: RowWindow { objects.window }
  var columnNames: [String] { keys.names }
  var knowsColumns: Bool { keys.areFixed }
  var nestedKeys: [String] { keys.nested }
  var nullKeys: [String] { keys.null }

  /// Creates a reader of a file whose keys are columns: first those of a mapping, then the others
  /// in order of first appearance.
  init(_ window: RowWindow, mapped: [String]?) {
    objects = JSONObjects(window, from: window.textStart)
    keys = JSONKeys(mapped, areFixed: false)
  }

  /// Creates a reader of lines after a byte of a window, which have no other keys than these, and
  /// neither lists nor objects.
  init(_ window: RowWindow, columnNames: [String], from start: Int) {
    objects = JSONObjects(window, from: start)
    keys = JSONKeys(columnNames, areFixed: true)
  }

  /// Reads the next object.
  ///
  /// - Throws: at the end, ``DatasetError/noKeys(_:)`` if there is neither a mapping nor a key, and
  ///   ``DatasetError/missingColumn(_:known:file:)`` if there are keys, but not all of a mapping.
  mutating func readRow(into batch: inout RowBatch) throws(DatasetError) -> Bool {
    let isEmpty = batch.rowCount == 0
    if isEmpty { batch.bytes.removeAll(keepingCapacity: true) }
    guard try objects.findNext(mayMove: isEmpty) else {
      if isEmpty { try keys.check(window.name) }
      return false
    }
    let start = objects.json.position
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: repeatElement(nil, count: keys.names.count))
    try readObject(into: &batch.bytes)
    if found.count > batch.columnCount {
      try countMissing((found.count - batch.columnCount) * rowCount)
      batch.widen(to: found.count)
    }
    try countMissing(found.count { $0 == nil })
    for entry in found {
      batch.cells.append(RowBatch.Cell(entry?.range ?? 0..<0, at: entry?.offset ?? start))
    }
    batch.endRow()
    rowCount += 1
    return true
  }

  private mutating func countMissing(_ count: Int) throws(DatasetError) {
    missingCellCount += count
    guard missingCellCount <= window.sourceSizeInBytes + Self.missingCellLimit else {
      throw .tooManyMissingCells(file: window.name)
    }
  }

  private mutating func readObject(into texts: inout [UInt8]) throws(DatasetError) {
    var failure: DatasetError?
    do throws(JSONError) {
      try objects.json.beginObject()
      key.removeAll(keepingCapacity: true)
      var expected = 0
      while failure == nil, let offset = try objects.json.nextKey(into: &key) {
        failure = try readValue(ofKeyAt: offset, expected: &expected, into: &texts)
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
    ofKeyAt offset: Int, expected: inout Int, into texts: inout [UInt8]
  ) throws(JSONError) -> DatasetError? {
    guard objects.json.sizeInBytes <= ColumnName.sizeLimitInBytes else {
      return .columnNameTooLong(
        sizeInBytes: objects.json.sizeInBytes, at: window.position(of: offset))
    }
    let isLeftOut = objects.json.isAtTree && !keys.areFixed
    var column = keys.column(of: key, expected: expected)
    if column == nil {
      if let failure = newKeyError(at: offset) { return failure }
      if !isLeftOut { column = keys.add(key) }
    }
    if isLeftOut { keys.addNested(key) }
    if found.count < keys.names.count { found.append(nil) }
    if let column, found[column] != nil { return keyError(at: offset) }
    let start = texts.count
    if isLeftOut {
      try objects.json.skipTree(.row)
    } else if let column {
      try keys.note(objects.json.value(into: &texts), in: column)
    }
    guard let column else { return nil }
    found[column] = (start..<texts.count, offset)
    expected = column + 1
    let size = objects.json.sizeInBytes
    guard !isLeftOut, size > SearchLimits.fieldSizeInBytes else { return nil }
    return .fieldTooLong(
      column: columnNames[column], sizeInBytes: size, at: window.position(of: offset))
  }

  /// Returns the reason why there cannot be another key.
  private func newKeyError(at offset: Int) -> DatasetError? {
    if keys.areFixed { return keyError(at: offset) }
    if key.isEmpty { return .emptyColumnName(at: window.position(of: offset)) }
    return keys.isFull ? .corpus(.tooManyColumns, file: window.name) : nil
  }

  private func keyError(at offset: Int) -> DatasetError {
    let name = String(decoding: key, as: UTF8.self)
    let position = window.position(of: offset)
    if keys.column(of: key, expected: 0) != nil { return .duplicateKey(name, at: position) }
    return .unknownKey(
      name, nearest: NearestName.of(name, among: columnNames), known: columnNames, at: position)
  }
}

/// The keys of the objects of a file, which are its columns.
private struct JSONKeys {
  /// The columns: those that are given, then those found.
  private(set) var names: [String]
  /// The keys with lists or objects, in order of first appearance.
  private(set) var nested: [String] = []
  /// The keys with nulls, in order of first appearance.
  private(set) var null: [String] = []
  /// True if there must be no other keys than those given.
  let areFixed: Bool
  /// The number of keys of a mapping; nil without one.
  private let givenCount: Int?
  private var columns: [(key: [UInt8], isFound: Bool, isNull: Bool)]
  private var knownNested: Set<[UInt8]> = []

  init(_ given: [String]?, areFixed: Bool) {
    names = given ?? []
    givenCount = given?.count
    columns = names.map { (Array($0.utf8), false, false) }
    self.areFixed = areFixed
  }

  var isFull: Bool { max(names.count, nested.count) >= SearchLimits.columnCount }

  /// Returns the column that a key names, which is nearly always the one after the previous key's.
  func column(of key: [UInt8], expected: Int) -> Int? {
    if expected < columns.count && columns[expected].key == key { return expected }
    return columns.firstIndex { $0.key == key }
  }

  /// Adds a key, and returns its column.
  mutating func add(_ key: [UInt8]) -> Int {
    names.append(String(decoding: key, as: UTF8.self))
    columns.append((key, false, false))
    return columns.count - 1
  }

  mutating func addNested(_ key: [UInt8]) {
    guard knownNested.insert(key).inserted else { return }
    nested.append(String(decoding: key, as: UTF8.self))
  }

  /// Notes that a column has a value of its own.
  mutating func note(_ kind: JSONKind, in column: Int) {
    columns[column].isFound = true
    guard kind == .null, !columns[column].isNull else { return }
    columns[column].isNull = true
    null.append(names[column])
  }

  /// Checks after the last row that there are columns, and that those of a mapping are among them.
  func check(_ file: String) throws(DatasetError) {
    guard !areFixed else { return }
    guard givenCount != nil || !names.isEmpty else { throw .noKeys(file) }
    let found = columns.indices.filter { columns[$0].isFound }.map { names[$0] }
    guard !found.isEmpty,
      let missing = names.prefix(givenCount ?? 0).first(where: { !found.contains($0) })
    else { return }
    throw .missingColumn(missing, known: found, file: file)
  }
}

/// The objects of a text: one to a line, or the elements of one array.
private struct JSONObjects {
  private(set) var window: RowWindow
  var json: JSONReader
  private var isFirst = true
  /// True if the comma before the next element has been read.
  private var isBeforeElement = false
  private var hasEnded = false

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
  /// - Parameter mayMove: false if the window must stay as it is.
  /// - Returns: false after the last one, or if the window must move, but may not.
  mutating func findNext(mayMove: Bool) throws(DatasetError) -> Bool {
    switch window.rows {
    case .lines:
      guard json.isAtEnd else { return true }
      return mayMove ? try advance() : false
    case .elements:
      if !isBeforeElement { try findElement() }
      if hasEnded { return false }
      // More of the file is visible from the next element on.
      if json.isAtEnd {
        guard mayMove else { return false }
        if try advance() { json.skipBlanks() }
      }
      isBeforeElement = false
      return true
    }
  }

  private mutating func findElement() throws(DatasetError) {
    do throws(JSONError) {
      if isFirst { try json.beginArray() }
      if try json.hasElement(afterFirst: !isFirst) {
        isFirst = false
      } else {
        hasEnded = true
      }
      isBeforeElement = true
      json.skipBlanks()
      guard !hasEnded || json.isAtEnd else { throw json.unexpected("the end of the file") }
    } catch { throw located(error) }
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

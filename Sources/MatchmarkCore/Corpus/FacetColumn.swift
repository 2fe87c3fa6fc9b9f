/// The values of a facet: one value per row, from a small set.
///
/// Tokens and scopes filter by them.
package struct FacetColumn: Sendable {
  /// The id of rows without a value.
  package static let none: UInt32 = .max

  /// The known values: declared ones first, then in order of first appearance in the rows.
  package private(set) var values: [String] = []
  /// Each row's index into `values`, or ``none``.
  package private(set) var rows: [UInt32] = []
  /// The values as UTF-8, concatenated: a separate array for each value would take about 50 bytes
  /// more.
  private var texts = RowBytes()
  /// A hash table with open addressing, each slot with the id of a value or ``none``.
  ///
  /// Their number is a power of two, and at most half of them are taken.
  private var slots = [UInt32](repeating: Self.none, count: 8)
  private(set) var textSizeInBytes = 0

  package init(declaredValues: [String]) {
    for value in declaredValues { value.withUTF8Span { declare($0) } }
  }

  /// The size of all different values, in bytes.
  package var valuesSizeInBytes: Int { texts.bytes.count }

  /// Returns the id of a value; nil if the value is unknown.
  package func id(of value: String) -> UInt32? {
    value.withUTF8Span { value in
      let id = slots[slot(of: value)]
      return id == Self.none ? nil : id
    }
  }

  /// Appends one row's cell, given as UTF-8; an empty cell means that the row has no value.
  package mutating func append(_ cell: Span<UInt8>) {
    rows.append(cell.isEmpty ? Self.none : intern(cell))
    textSizeInBytes += cell.count
  }

  mutating func reserve(times factor: Double) { rows.reserve(times: factor) }

  /// Appends the cells of a column of some rows.
  mutating func append(_ column: Int, of batch: RowBatch) {
    rows.grow(by: batch.rowCount)
    let all = batch.bytes[...]
    let bytes = all.span
    for row in 0..<batch.rowCount {
      let cell = batch.cell(row: row, column: column)
      append(bytes.extracting(cell.range))
    }
  }

  /// Returns the value of a row as UTF-8; empty if the row has none.
  package func slice(_ row: Int) -> ArraySlice<UInt8> {
    rows[row] == Self.none ? [] : texts.slice(Int(rows[row]))
  }

  /// Returns the same rows with other declared values, which come first.
  func declaring(_ declared: [String]) -> FacetColumn {
    if declared.isEmpty { return self }
    var other = FacetColumn(declaredValues: declared)
    let ids = values.indices.map { other.intern(texts.slice($0).span) }
    other.rows = rows.map { $0 == Self.none ? $0 : ids[Int($0)] }
    other.textSizeInBytes = textSizeInBytes
    return other
  }

  private mutating func declare(_ value: Span<UInt8>) {
    if !value.isEmpty { _ = intern(value) }
  }

  private mutating func intern(_ value: Span<UInt8>) -> UInt32 {
    let slot = slot(of: value)
    guard slots[slot] == Self.none else { return slots[slot] }
    let id = UInt32(values.count)
    slots[slot] = id
    texts.append(contentsOf: value)
    texts.endCell()
    values.append(String(decoding: texts.slice(Int(id)), as: UTF8.self))
    if 2 * values.count > slots.count { rebuildSlots(2 * slots.count) }
    return id
  }

  /// Returns the slot with the id of a value, or the one that it would take.
  private func slot(of value: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(value)) & mask
    while slots[slot] != Self.none, !isEqual(slots[slot], value) { slot = (slot + 1) & mask }
    return slot
  }

  private func isEqual(_ id: UInt32, _ value: Span<UInt8>) -> Bool {
    let range = texts.range(of: Int(id))
    guard range.count == value.count else { return false }
    for index in value.indices where texts.bytes[range.lowerBound + index] != value[index] {
      return false
    }
    return true
  }

  private mutating func rebuildSlots(_ count: Int) {
    slots = [UInt32](repeating: Self.none, count: count)
    for id in values.indices { slots[slot(of: texts.slice(id).span)] = UInt32(id) }
  }

  /// Multiplies words by a random secret and folds the two halves of each product, like wyhash.
  ///
  /// Without the secret, a hostile file could make all its values collide. It is drawn by the
  /// standard library, whose hashes, and therefore these, are the same in all runs that count
  /// instructions.
  private static func hash(_ value: Span<UInt8>) -> UInt64 {
    var hash = UInt64(value.count)
    var index = 0
    while index < value.count {
      var word: UInt64 = 0
      for byte in index..<min(index + 8, value.count) { word = word << 8 | UInt64(value[byte]) }
      let product = (hash ^ secret.0).multipliedFullWidth(by: word ^ secret.1)
      hash = product.high ^ product.low
      index += 8
    }
    return hash ^ hash >> 32
  }

  private static let secret = (drawn(0), drawn(1) | 1)

  private static func drawn(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

/// A facet value, compared byte by byte; `String` would compare by canonical equivalence.
package struct FacetValue: Equatable, Sendable {
  package let text: String

  package init(text: String) { self.text = text }

  package static func == (left: FacetValue, right: FacetValue) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

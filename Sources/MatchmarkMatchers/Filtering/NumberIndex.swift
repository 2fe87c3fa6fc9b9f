import MatchmarkCore

/// The rows of each number in a numeric column.
struct NumberIndex: Sendable {
  private let ids: [CanonicalDecimal: Int]
  private let postings: PostingStore

  /// - Complexity: O(rows), time and space.
  init(
    _ column: [CanonicalDecimal?], path: KernelPath,
    _ thresholds: SetThresholds = SetThresholds()
  ) {
    var ids: [CanonicalDecimal: Int] = [:]
    for case .some(let number) in column where ids[number] == nil { ids[number] = ids.count }
    self.ids = ids
    postings = PostingStore(
      idOfRow: column.map { $0.flatMap { ids[$0] } }, idCount: ids.count, rowCount: column.count,
      path: path, thresholds)
  }

  var byteCount: Int {
    ids.capacity * (MemoryLayout<CanonicalDecimal>.stride + MemoryLayout<Int>.stride)
      + postings.byteCount
  }

  /// How many rows have the number.
  func count(_ number: CanonicalDecimal) -> Int { ids[number].map(postings.count) ?? 0 }

  func countForms(of number: CanonicalDecimal, in counts: inout FormCounts) {
    if let id = ids[number] { postings.countForms(of: [id], in: &counts) }
  }

  func insertRows(with number: CanonicalDecimal, into rows: inout Bitmap) {
    if let id = ids[number] { postings.insertRows(of: id, into: &rows) }
  }
}

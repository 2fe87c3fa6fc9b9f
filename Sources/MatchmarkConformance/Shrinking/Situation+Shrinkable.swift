import MatchmarkCore

extension Situation: Shrinkable {
  /// Leaves out rows, earlier queries, tokens, the scope, axes of the profile, and scalars of query
  /// and cells; then replaces scalars with plain letters.
  package static let reductions: [@Sendable (inout SmallestCase<Situation>) -> Bool] = [
    { $0.shrinkRuns() },
    { $0.shrinkRows() },
    { $0.shrinkList(\.earlier) },
    { $0.shrinkList(\.query.tokens) },
    { $0.found.query.scope != nil && $0.attempt { $0.query.scope = nil } },
    { $0.shrinkText(\.query.text) },
    { $0.shrinkEarlier() },
    { $0.shrinkCells() },
    { $0.shrinkTogether(\.numericColumns) },
    { $0.shrinkTogether(\.textColumns) },
    { $0.found.profile.textFields.count > 1 && $0.shrinkList(\.profile.textFields, least: 1) },
    { $0.shrinkList(\.profile.numericFields) },
    { $0.shrinkList(\.profile.facets) },
    { $0.found.profile.scope != nil && $0.attempt { $0.profile.scope = nil } },
    { $0.found.profile.sections != nil && $0.attempt { $0.profile.sections = nil } },
    { $0.simplifyScalars() },
  ]

  /// An estimate of the work of indexing: the bytes of text, plus something for each row.
  package var sizeInBytes: Int {
    rows.reduce(0) { $0 + $1.reduce(64) { $0 + $1.utf8.count } }
  }
}

extension SmallestCase where Case == Situation {
  fileprivate mutating func shrinkEarlier() -> Bool {
    var isChanged = false
    for index in found.earlier.indices {
      if shrinkList(\.earlier[index].tokens) { isChanged = true }
      if shrinkText(\.earlier[index].text) { isChanged = true }
    }
    return isChanged
  }

  fileprivate mutating func shrinkRows() -> Bool {
    // Whole runs have been tried already. Trying each row by itself would take forever.
    !found.isOfFewKinds && shrinkList(\.rows)
  }

  fileprivate mutating func shrinkCells() -> Bool {
    guard !found.isOfFewKinds else { return false }
    var isChanged = false
    for row in found.rows.indices where !budget.isSpent {
      for column in found.columns.indices where !found.rows[row][column].isEmpty {
        let roles = found.columns[column].roles
        let isTyped = roles == .text || roles.contains(.numeric)
        if isTyped ? shrinkText(\.rows[row][column]) : attempt({ $0.rows[row][column] = "" }) {
          isChanged = true
        }
      }
    }
    return isChanged
  }

  /// Leaves one scalar out of the query and of these cells at once: a number, or a cell that must
  /// equal the query, would no longer match if only one of the two were shorter.
  fileprivate mutating func shrinkTogether(_ columns: KeyPath<Situation, [Int]>) -> Bool {
    var isChanged = false
    for place in (0..<found.query.text.unicodeScalars.count).reversed() {
      let whole = found
      // A cell may equal the whole text, or one of its terms.
      for end in whole.query.text.ends(around: place) {
        let columns = whole[keyPath: columns]
        guard let shorter = whole.withoutScalar(atEnd: place, inCells: place - end, columns) else {
          continue
        }
        if attempt({ $0 = shorter }) {
          isChanged = true
          break
        }
      }
    }
    return isChanged
  }

  fileprivate mutating func simplifyScalars() -> Bool {
    var isChanged = false
    for scalar in found.scalars {
      for plain in ["a", "b"] as [Unicode.Scalar] where scalar != "a" && scalar != plain {
        if attempt({ $0 = $0.replacing(scalar, by: plain) }) {
          isChanged = true
          break
        }
      }
    }
    return isChanged
  }
}

extension SmallestCase where Case == Situation {
  /// Leaves out kinds of equal rows, then runs of them; shortens what is left, and empties cells of
  /// whole kinds: with a hundred thousand rows, each cannot be tried by itself.
  fileprivate mutating func shrinkRuns() -> Bool {
    guard found.isOfFewKinds else { return false }
    let size = found.rows.count
    for kind in found.kinds { _ = attemptWeighed { $0.rows.removeAll { $0 == kind } } }
    dropRuns()
    shortenRuns()
    let isChanged = found.rows.count < size
    return emptyCells() || isChanged
  }

  /// Tries a change of many rows, of which few are different, so that they cost less.
  private mutating func attemptWeighed(_ change: (inout Situation) -> Void) -> Bool {
    guard !budget.isSpent else { return false }
    weigh()
    return attempt(change)
  }

  private mutating func weigh() {
    budget.weight = 1 + found.sizeInBytes / (4 * Self.bytesPerTrial)
  }

  private mutating func dropRuns() {
    weigh()
    let (whole, stillFails) = (found, stillFails)
    let runs = budget.shrink(list: RowRun.runs(of: whole.rows)) { runs in
      stillFails(whole.with { $0.rows = RowRun.rows(of: runs) })
    }
    found.rows = RowRun.rows(of: runs)
  }

  private mutating func shortenRuns() {
    var runs = RowRun.runs(of: found.rows)
    // The longest comes first: with fewer rows, every later trial costs less.
    for index in runs.indices.sorted(by: { runs[$0].count > runs[$1].count }).prefix(64) {
      var (low, high) = (0, runs[index].count)
      while low < high {
        var shorter = runs
        shorter[index].count = (low + high) / 2
        if attemptWeighed({ $0.rows = RowRun.rows(of: shorter) }) {
          (runs, high) = (shorter, shorter[index].count)
        } else {
          low = (low + high) / 2 + 1
        }
        if budget.isSpent { return }
      }
    }
  }

  private mutating func emptyCells() -> Bool {
    var isChanged = false
    for kind in found.kinds {
      var changed = kind
      for column in changed.indices where !changed[column].isEmpty {
        var emptied = changed
        emptied[column] = ""
        if attemptWeighed({ $0.rows = $0.rows.map { $0 == changed ? emptied : $0 } }) {
          (changed, isChanged) = (emptied, true)
        }
      }
    }
    return isChanged
  }
}

/// A run of equal rows.
struct RowRun: Equatable {
  let cells: [String]
  var count: Int

  /// - Complexity: O(rows).
  static func runs(of rows: [[String]]) -> [RowRun] {
    rows.reduce(into: []) { runs, cells in
      if runs.last?.cells == cells {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(RowRun(cells: cells, count: 1))
      }
    }
  }

  /// The rows written out; those of one run share their cells.
  static func rows(of runs: [RowRun]) -> [[String]] {
    runs.flatMap { repeatElement($0.cells, count: $0.count) }
  }
}

extension String {
  /// The ends of the text and of the term around a scalar, all counted from the end of the text.
  fileprivate func ends(around place: Int) -> [Int] {
    let after = Array(unicodeScalars.reversed().prefix(place))
    let end = after.lastIndex(of: " ").map { $0 + 1 } ?? 0
    return end == 0 ? [0] : [0, end]
  }

  /// Removes a scalar, counted from the end, and returns whether there was one.
  fileprivate mutating func removeScalar(atEnd place: Int) -> Bool {
    var scalars = Array(unicodeScalars)
    guard place < scalars.count else { return false }
    scalars.remove(at: scalars.count - 1 - place)
    self = String(scalars: scalars)
    return true
  }
}

extension Situation {
  /// Above this many rows, rows are left out run by run and changed kind by kind.
  private static let manyRows = 512
  /// With more different rows than this, kinds do not help.
  private static let mostKinds = 64

  fileprivate var isOfFewKinds: Bool {
    rows.count > Self.manyRows && Set(rows).count <= Self.mostKinds
  }

  fileprivate var kinds: [[String]] {
    Set(rows).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The distinct scalars of query and text cells, ascending.
  fileprivate var scalars: [Unicode.Scalar] {
    let texts =
      [query.text] + earlier.map(\.text)
      + rows.flatMap { row in textColumns.map { row[$0] } }
    return Set(texts.flatMap(\.unicodeScalars)).sorted()
  }

  fileprivate var numericColumns: [Int] {
    columns.indices.filter { columns[$0].roles.contains(.numeric) }
  }

  /// The situation without one scalar of the query and of each cell in these columns, counted from
  /// the end because a number may begin with zeros; nil if every cell is shorter.
  fileprivate func withoutScalar(
    atEnd place: Int, inCells cellPlace: Int, _ columns: [Int]
  ) -> Situation? {
    var copy = self
    var isInCell = false
    for row in rows.indices {
      for column in columns where copy.rows[row][column].removeScalar(atEnd: cellPlace) {
        isInCell = true
      }
    }
    return copy.query.text.removeScalar(atEnd: place) && isInCell ? copy : nil
  }

  fileprivate func replacing(_ old: Unicode.Scalar, by new: Unicode.Scalar) -> Situation {
    let change = { (text: String) in
      String(scalars: text.unicodeScalars.map { $0 == old ? new : $0 })
    }
    return mapTexts(change).mapQuery(change).with { copy in
      for index in copy.earlier.indices {
        copy.earlier[index].text = change(copy.earlier[index].text)
      }
    }
  }
}

import MatchmarkCore
import MatchmarkJSON

/// A question to a ranker in full: the rows, the needle, and the needles before it.
package struct RankedQuestion: Sendable, Hashable {
  package var rows: [String]
  package var needle: String
  /// The maximum number of rows of the answer; 0 for all.
  package var limit: Int
  /// The needles that the same cursor was asked before.
  package var earlier: [String]
  /// True if the rows come from the user's list: shrinking removes such rows, but never edits them.
  package var keepsRows = false

  package init(_ rows: [String], _ needle: String, limit: Int = 0, earlier: [String] = []) {
    self.rows = rows
    self.needle = needle
    self.limit = limit
    self.earlier = earlier
  }

  private static let keys = ["rows", "needle", "limit", "earlier"]

  /// Reads the members of a stored case.
  init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object(StoredFind.keys + Self.keys)
    rows = try object["rows"].strings()
    needle = try object["needle"].string()
    limit = try object["limit"].ifPresent?.index() ?? 0
    earlier = try object["earlier"].ifPresent?.strings() ?? []
  }

  var members: [JSONValue.Member] {
    [
      JSONValue.Member("rows", .list(rows)), JSONValue.Member("needle", .string(needle)),
      JSONValue.Member("limit", .integer(limit)), JSONValue.Member("earlier", .list(earlier)),
    ]
  }
}

extension RankedQuestion: Shrinkable {
  /// Leaves out rows, earlier needles and scalars of all texts, and lowers the limit; then replaces
  /// scalars with plain letters.
  ///
  /// Rows from the user's list are removed, but never edited.
  package static let reductions: [@Sendable (inout SmallestCase<RankedQuestion>) -> Bool] = [
    { $0.shrinkList(\.rows) },
    { $0.shrinkRowsAndLimit() },
    { $0.shrinkList(\.earlier) },
    { !$0.found.keepsRows && $0.shrinkNeedleAndRows() },
    { $0.shrinkText(\.needle) },
    { !$0.found.keepsRows && $0.shrinkTexts(\.rows) },
    { $0.shrinkTexts(\.earlier) },
    { $0.found.limit > 0 && $0.attempt { $0.limit = 0 } },
    { $0.found.limit > 1 && $0.attempt { $0.limit -= 1 } },
    { !$0.found.keepsRows && $0.simplifyScalars() },
  ]

  package var sizeInBytes: Int { rows.reduce(0) { $0 + $1.utf8.count + 16 } }
}

extension SmallestCase where Case == RankedQuestion {
  fileprivate mutating func shrinkTexts(_ path: WritableKeyPath<RankedQuestion, [String]>) -> Bool {
    var isChanged = false
    for index in found[keyPath: path].indices {
      if shrinkText(path.appending(path: \.[index])) { isChanged = true }
    }
    return isChanged
  }

  /// Leaves out a row and lowers the limit at once: a limit must stay below the number of rows.
  fileprivate mutating func shrinkRowsAndLimit() -> Bool {
    var isChanged = false
    for row in found.rows.indices.reversed() where found.limit > 1 {
      let worked = attempt { question in
        question.rows.remove(at: row)
        question.limit -= 1
      }
      if worked { isChanged = true }
    }
    return isChanged
  }

  /// Leaves out a scalar of the needle and the same one of every row at once: a row that equals the
  /// needle would not equal it if only one of the two were shorter.
  fileprivate mutating func shrinkNeedleAndRows() -> Bool {
    var isChanged = false
    for scalar in Set(found.needle.unicodeScalars).sorted() {
      func without(_ text: String) -> String {
        String(scalars: text.unicodeScalars.filter { $0 != scalar })
      }
      let worked = attempt { question in
        question.needle = without(question.needle)
        question.rows = question.rows.map(without)
      }
      if worked { isChanged = true }
    }
    return isChanged
  }

  fileprivate mutating func simplifyScalars() -> Bool {
    var isChanged = false
    let texts = found.rows + found.earlier + [found.needle]
    for scalar in Set(texts.flatMap(\.unicodeScalars)).sorted() {
      for plain in ["a", "b"] as [Unicode.Scalar] where scalar != "a" && scalar != plain {
        func replaced(_ text: String) -> String {
          String(scalars: text.unicodeScalars.map { $0 == scalar ? plain : $0 })
        }
        let worked = attempt { question in
          question.needle = replaced(question.needle)
          question.rows = question.rows.map(replaced)
          question.earlier = question.earlier.map(replaced)
        }
        if worked {
          isChanged = true
          break
        }
      }
    }
    return isChanged
  }
}

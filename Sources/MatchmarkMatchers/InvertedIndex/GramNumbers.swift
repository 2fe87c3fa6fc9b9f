/// The grams of an arena, numbered as they appear: a table of two levels over their codes.
///
/// Of the codes that an alphabet allows few occur, and a text in many scripts allows millions; so
/// only for beginnings that occur there is a page of what can follow.
struct GramNumbers {
  /// The codes by number.
  private(set) var codes: [UInt32] = []
  private let pageSize: Int
  /// For each beginning where its page starts, plus one; 0 where none is needed yet.
  private var pages: [UInt32]
  /// Numbers plus one; 0 where a code has not occurred.
  private var entries: [UInt32] = []

  /// - Parameter pageSize: the number of symbols, of which codes are numbers of three digits.
  init(pageSize: Int) {
    self.pageSize = pageSize
    pages = Array(repeating: 0, count: pageSize * pageSize)
  }

  /// The number of a code; nil where it has not occurred.
  @inline(__always)
  func number(of code: Int) -> Int? {
    let page = Int(pages[code / pageSize])
    guard page > 0 else { return nil }
    let entry = Int(entries[page &- 1 &+ code % pageSize])
    return entry > 0 ? entry &- 1 : nil
  }

  /// Numbers a code that has not occurred.
  mutating func add(_ code: Int) {
    if pages[code / pageSize] == 0 {
      pages[code / pageSize] = UInt32(entries.count + 1)
      entries.append(contentsOf: repeatElement(0, count: pageSize))
    }
    codes.append(UInt32(code))
    entries[Int(pages[code / pageSize]) - 1 + code % pageSize] = UInt32(codes.count)
  }

  /// Numbers the codes anew, ascending; gives the number that each had before.
  mutating func sort() -> [UInt32] {
    let order = codes.indices.sorted { codes[$0] < codes[$1] }
    codes = order.map { codes[$0] }
    for (number, code) in codes.enumerated() {
      let page = Int(pages[Int(code) / pageSize])
      entries[page - 1 + Int(code) % pageSize] = UInt32(number + 1)
    }
    return order.map(UInt32.init)
  }
}

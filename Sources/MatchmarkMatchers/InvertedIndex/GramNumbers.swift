/// The grams of an arena, numbered by first appearance: a two-level table over their codes.
///
/// Few of the codes that an alphabet allows occur, and a text in many scripts allows millions. So
/// only the beginnings that occur have a page of possible continuations.
struct GramNumbers {
  /// The codes by number.
  private(set) var codes: [UInt32] = []
  private let pageSize: Int
  /// The start of the page of each beginning, plus one; 0 if no page is needed yet.
  private var pages: [UInt32]
  /// Numbers plus one; 0 for a code that has not occurred.
  private var entries: [UInt32] = []

  /// - Parameter pageSize: the number of symbols; codes are numbers of three digits to this base.
  init(pageSize: Int) {
    self.pageSize = pageSize
    pages = Array(repeating: 0, count: pageSize * pageSize)
  }

  /// The number of a code; nil if it has not occurred.
  @inline(__always)
  func number(of code: Int) -> Int? {
    let page = Int(pages[code / pageSize])
    guard page > 0 else { return nil }
    let entry = Int(entries[page &- 1 &+ code % pageSize])
    return entry > 0 ? entry &- 1 : nil
  }

  /// Assigns a number to a code that has not occurred.
  mutating func add(_ code: Int) {
    if pages[code / pageSize] == 0 {
      pages[code / pageSize] = UInt32(entries.count + 1)
      entries.append(contentsOf: repeatElement(0, count: pageSize))
    }
    codes.append(UInt32(code))
    entries[Int(pages[code / pageSize]) - 1 + code % pageSize] = UInt32(codes.count)
  }

  /// Renumbers the codes in ascending order; returns the number that each had before.
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

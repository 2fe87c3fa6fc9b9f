/// The marks after the last scalar of the output, up to the next scalar that is not a mark.
///
/// Only then is their order known, and with it which of them compose. Up to 32 marks wait without
/// allocation; real letters never have more, but longer runs must not be slow either.
struct PendingMarks {
  private static let inlineCount = 32
  private var few = InlineArray<32, FoldingTable.Item>(
    repeating: FoldingTable.Item(0, combiningClass: 0))
  /// All marks, once there are more than fit in `few`; otherwise empty.
  private var many: [FoldingTable.Item] = []
  private var count = 0

  /// Whether no marks are waiting.
  var isEmpty: Bool { count == 0 }

  /// Takes the next scalar of a folded decomposition.
  ///
  /// A mark waits; any other scalar is written, composed with the scalar before it if possible.
  ///
  /// - Complexity: amortised O(log marks), O(1) up to 32 of them.
  mutating func feed(
    _ item: FoldingTable.Item, compositions: CompositionTable,
    into output: inout OutputSpan<UInt8>
  ) {
    if item.combiningClass > 0 {
      append(item)
      return
    }
    if count > 0 { _ = flush(compositions: compositions, into: &output) }
    guard output.count > 0 else { return output.append(scalar: item.scalar) }
    let last = output.span.scalar(before: output.count)
    guard let composed = compositions.composition(last.value, item.scalar) else {
      return output.append(scalar: item.scalar)
    }
    output.removeLast(last.length)
    output.append(scalar: composed)
  }

  /// Writes all marks, in canonical order.
  ///
  /// A mark composes with the last scalar of the output if no remaining mark between them has the
  /// same or a higher class (D117).
  ///
  /// - Returns: the number of marks now at the end of the output.
  /// - Complexity: O(marks · log marks).
  mutating func flush(compositions: CompositionTable, into output: inout OutputSpan<UInt8>) -> Int {
    sort()
    var leftCount = 0
    if output.count > 0 {
      let last = output.span.scalar(before: output.count)
      var starter = last.value
      var blockingClass: UInt8 = 0
      for index in 0..<count {
        let mark = self[index]
        if mark.combiningClass > blockingClass,
          let composed = compositions.composition(starter, mark.scalar)
        {
          starter = composed
        } else {
          blockingClass = mark.combiningClass
          self[leftCount] = mark
          leftCount += 1
        }
      }
      if starter != last.value {
        output.removeLast(last.length)
        output.append(scalar: starter)
      }
    } else {
      leftCount = count
    }
    for index in 0..<leftCount { output.append(scalar: self[index].scalar) }
    count = 0
    many.removeAll()
    return leftCount
  }

  private subscript(index: Int) -> FoldingTable.Item {
    get { many.isEmpty ? few[index] : many[index] }
    set { if many.isEmpty { few[index] = newValue } else { many[index] = newValue } }
  }

  private mutating func append(_ mark: FoldingTable.Item) {
    if count < Self.inlineCount {
      few[count] = mark
    } else {
      if many.isEmpty { many = few.indices.map { few[$0] } }
      many.append(mark)
    }
    count += 1
  }

  /// Sorts by class; marks of one class keep their order.
  private mutating func sort() {
    if many.isEmpty {
      for index in 1..<max(count, 1) { sink(index) }
      return
    }
    // The standard library does not promise a stable sort, so the position breaks ties.
    many = many.enumerated()
      .sorted { ($0.element.combiningClass, $0.offset) < ($1.element.combiningClass, $1.offset) }
      .map { $0.element }
  }

  private mutating func sink(_ position: Int) {
    let mark = few[position]
    var index = position
    while index > 0, few[index - 1].combiningClass > mark.combiningClass {
      few[index] = few[index - 1]
      index -= 1
    }
    few[index] = mark
  }
}

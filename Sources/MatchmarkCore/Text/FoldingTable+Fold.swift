extension FoldingTable {
  /// Appends the fold of `utf8` from a given position.
  ///
  /// Everything in `output` before the call belongs to the same text and may still compose.
  ///
  /// - Precondition: `output` has room for three times the bytes that are folded.
  /// - Complexity: O(bytes); O(m log m) for more than 32 marks in a row.
  func fold(_ utf8: Span<UInt8>, from start: Int, into output: inout OutputSpan<UInt8>) {
    var position = start
    while position < utf8.count {
      let byte = utf8[position]
      if byte < 0x80 {
        output.append(OutputSpan.folded(byte, asciiCaseBit))
        position &+= 1
        continue
      }
      let scalar = utf8.scalar(at: position)
      switch action(scalar.value) {
      case .keep, .keepComposite:
        for offset in 0..<scalar.length { output.append(utf8[position &+ offset]) }
        position &+= scalar.length
      case .replace(var bytes, let count):
        for _ in 0..<count {
          output.append(UInt8(truncatingIfNeeded: bytes))
          bytes &>>= 8
        }
        position &+= scalar.length
      case .feed:
        position = foldSegment(utf8, from: position, into: &output)
      }
    }
  }

  /// Folds from a scalar that depends on its neighbours up to the next scalar that does not.
  ///
  /// - Returns: the position of that next scalar.
  @inline(never)
  private func foldSegment(
    _ utf8: Span<UInt8>, from start: Int, into output: inout OutputSpan<UInt8>
  ) -> Int {
    var marks = PendingMarks()
    var position = start
    scan: while position < utf8.count {
      let scalar = utf8.scalar(at: position)
      switch action(scalar.value) {
      case .feed(let range):
        for index in range.range {
          let item = items[index]
          if item.combiningClass > 0, marks.isEmpty { reopen(&output, marks: &marks) }
          marks.feed(item, compositions: compositions, into: &output)
        }
      case .replace(_, let count) where count == 0:
        break
      default: break scan
      }
      position &+= scalar.length
    }
    _ = marks.flush(compositions: compositions, into: &output)
    return position
  }

  /// Decomposes the last scalar of the output again: later marks may sort between its own.
  private func reopen(_ output: inout OutputSpan<UInt8>, marks: inout PendingMarks) {
    guard output.count > 0 else { return }
    let last = output.span.scalar(before: output.count)
    guard case .keepComposite(let range) = action(last.value) else { return }
    output.removeLast(last.length)
    for index in range.range {
      marks.feed(items[index], compositions: compositions, into: &output)
    }
  }
}

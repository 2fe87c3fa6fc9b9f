internal import MatchmarkCore
internal import MatchmarkJSON

extension RowSource {
  /// Refuses a text that is one JSON object around a list of objects, as many APIs answer, or one
  /// object on several lines: its list would be left out, and the rows with it.
  ///
  /// A text that is no JSON, or whose first object is longer than a row may be, is left to the
  /// reader.
  ///
  /// - Complexity: O(bytes of the first object).
  func refuseWrappedList() throws(DatasetError) {
    let text = try bytes(0, min(sizeInBytes, rowSizeLimitInBytes))
    var json = JSONReader(
      text, from: SourceText.byteOrderMarkSizeInBytes(in: text), spansLines: true)
    guard let list = try? json.listOfOneObject(), json.isAtEnd, text.count == sizeInBytes else {
      return
    }
    let spansLines = text.prefix(json.position).dropLast(list.blankCount).contains(0x0A)
    guard list.key != nil || spansLines else { return }
    throw .wrappedList(name, key: list.key)
  }
}

extension JSONReader {
  /// Reads one object and the blanks after it; returns the key of its first list of objects, and
  /// the number of blanks.
  fileprivate mutating func listOfOneObject() throws(JSONError) -> (key: String?, blankCount: Int) {
    let limits = JSONLimits(depth: JSONLimits.file.depth)
    var found: String?
    var key: [UInt8] = []
    try beginObject()
    while try nextKey(into: &key) != nil {
      if found == nil, isAtListOfObjects { found = String(decoding: key, as: UTF8.self) }
      try skipTree(limits)
      key.removeAll(keepingCapacity: true)
    }
    let end = position
    skipBlanks()
    return (found, position - end)
  }

  private var isAtListOfObjects: Bool {
    var copy = self
    return (try? copy.beginArray()) != nil
      && (try? copy.hasElement(afterFirst: false)) == true && copy.isAtObject
  }
}

internal import MatchmarkCore

/// One line of a trace file: its keys and values, asked for by name and type.
struct TraceFileLine {
  struct Entry {
    let key: String
    /// The kind of a scalar; nil for an array or object.
    let kind: JSONKind?
    /// The value: a string unescaped, anything else as it is written.
    let text: String
    /// Where the key begins.
    let offset: Int

    var truth: Bool? { kind == .boolean ? text == "true" : nil }
  }

  private let file: String
  private let bytes: [UInt8]
  private let start: Int
  private let entries: [Entry]

  /// A line that begins at byte `start` of the file.
  init(_ entries: [Entry], file: String, bytes: [UInt8], start: Int) throws(TraceFileError) {
    self.file = file
    self.bytes = bytes
    self.start = start
    self.entries = entries
    var seen: Set<String> = []
    for entry in entries where !seen.insert(entry.key).inserted {
      throw .duplicateKey(entry.key, at: position(of: entry))
    }
  }

  /// The first key, which tells what the line is.
  var firstKey: String? { entries.first?.key }

  /// The line as a whole; counted only when asked for, because only errors do.
  var position: SourcePosition {
    let line = SourcePosition(file: file, bytes: bytes, offset: start).line
    return SourcePosition(file: file, line: line)
  }

  /// Where the key begins, or the line where it has no such key.
  func position(of key: String) -> SourcePosition {
    entries.first { $0.key == key }.map { position(of: $0) } ?? position
  }

  /// Refuses every key that is not among `known`.
  func checkKeys(_ known: [String]) throws(TraceFileError) {
    for entry in entries where !known.contains(entry.key) {
      throw .unknownKey(
        entry.key, nearest: NearestName.of(entry.key, among: known), known: known,
        at: position(of: entry))
    }
  }

  /// The value of a key that the line must have.
  func required<Value>(
    _ key: String, _ read: (String) throws(TraceFileError) -> Value?
  ) throws(TraceFileError) -> Value {
    guard let value = try read(key) else { throw .missingKey(key, at: position) }
    return value
  }

  func string(_ key: String) throws(TraceFileError) -> String { try required(key, optionalString) }

  func index(_ key: String) throws(TraceFileError) -> Int { try required(key, optionalIndex) }

  /// The text of a key, nil where the line does not have it.
  func optionalString(_ key: String) throws(TraceFileError) -> String? {
    try value(of: key, expected: "a string") { $0.kind == .string ? $0.text : nil }
  }

  /// The index of a key, nil where the line does not have it.
  func optionalIndex(_ key: String) throws(TraceFileError) -> Int? {
    let index = try value(of: key, expected: "a whole number") {
      $0.kind == .number ? Int($0.text) : nil
    }
    if let index, index < 0 {
      throw .negativeIndex(key: key, index, at: position(of: key))
    }
    return index
  }

  /// The truth value of a key that the line must have.
  func boolean(_ key: String) throws(TraceFileError) -> Bool {
    try required(key) { key throws(TraceFileError) in
      try value(of: key, expected: "true or false") { $0.truth }
    }
  }

  /// The truth value of a key that the line must have, nil where it is null.
  func optionalBoolean(_ key: String) throws(TraceFileError) -> Bool? {
    try required(key) { key throws(TraceFileError) in
      try value(of: key, expected: "true, false or null") {
        $0.kind == .null ? .some(nil) : $0.truth.map { .some($0) }
      }
    }
  }

  /// The value of a key that must be one of a few names.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ key: String, of type: Value.Type
  ) throws(TraceFileError) -> Value where Value.RawValue == String {
    try required(key) { key throws(TraceFileError) in try optionalChoice(key, of: type) }
  }

  /// The value of a key that may be one of a few names; nil where the line does not have it.
  func optionalChoice<Value: RawRepresentable & CaseIterable>(
    _ key: String, of type: Value.Type
  ) throws(TraceFileError) -> Value? where Value.RawValue == String {
    guard let name = try optionalString(key) else { return nil }
    guard let value = Value(rawValue: name) else {
      throw .unknownValue(
        key: key, name, known: Value.allCases.map(\.rawValue), at: position(of: key))
    }
    return value
  }

  /// The array or object of a key that the line must have.
  ///
  /// - Parameter expected: its form in the words of an error message.
  func nested<Value>(
    _ key: String, expected: String, _ read: (SessionField) throws(SessionFormatError) -> Value
  ) throws(TraceFileError) -> Value {
    guard let entry = entries.first(where: { $0.key == key }) else {
      throw .missingKey(key, at: position)
    }
    let tree = entry.kind == nil ? try? JSONTree(text: Array(entry.text.utf8)) : nil
    do { return try read(SessionField(tree, of: ())) } catch {
      guard case .unknownKey(let inner, let known) = error.fault else {
        throw wrongType(entry, expected: expected)
      }
      throw .unknownKey(
        inner, nearest: NearestName.of(inner, among: known), known: known, at: position(of: entry))
    }
  }

  /// The value of a key as `read` understands it; nil where the line does not have the key.
  private func value<Value>(
    of key: String, expected: String, _ read: (Entry) -> Value?
  ) throws(TraceFileError) -> Value? {
    guard let entry = entries.first(where: { $0.key == key }) else { return nil }
    guard let value = read(entry) else { throw wrongType(entry, expected: expected) }
    return value
  }

  private func position(of entry: Entry) -> SourcePosition {
    SourcePosition(file: file, bytes: bytes, offset: entry.offset)
  }

  private func wrongType(_ entry: Entry, expected: String) -> TraceFileError {
    let got =
      switch entry.kind {
      case .string: "the string '\(entry.text)'"
      case .number: "the number \(entry.text)"
      case .boolean: entry.text
      case .null: "null"
      case nil: entry.text.count > 60 ? "\(entry.text.prefix(60))…" : entry.text
      }
    return .wrongType(key: entry.key, got: got, expected: expected, at: position(of: entry))
  }
}

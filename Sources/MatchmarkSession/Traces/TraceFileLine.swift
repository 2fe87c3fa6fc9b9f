internal import MatchmarkCore
package import MatchmarkJSON

/// A line of a trace file, or a value in it.
typealias TraceFileLine = JSONField<TraceFileError>

/// The position of a line of a trace file, and of its keys.
package struct TracePlace: Sendable {
  let file: String
  let bytes: [UInt8]
  let start: Int
  var keys: [(name: String, offset: Int)] = []

  /// The position of the line as a whole, which is computed when it is needed, because only errors
  /// need it.
  var position: SourcePosition {
    let line = SourcePosition(file: file, bytes: bytes, offset: start).line
    return SourcePosition(file: file, line: line)
  }

  /// Returns the position of the key that leads to a value, or of the line if it has no such key.
  func position(of path: String) -> SourcePosition {
    let key = keys.first { name, _ in
      path == name || path.hasPrefix("\(name).") || path.hasPrefix("\(name)[")
    }
    return key.map { SourcePosition(file: file, bytes: bytes, offset: $0.offset) } ?? position
  }
}

extension TraceFileError: JSONFormatError {
  package static let takesNullAsMissing = false

  package init(_ mismatch: JSONMismatch, at path: String, of line: TracePlace) {
    switch mismatch {
    case .wrong(nil, _), .unknownName(nil, _):
      self.init("missing key '\(path)'", at: line.position)
    case .missingKey:
      self.init(mismatch.message, at: line.position(of: path))
    case .unknownKey(let key, _):
      let position = line.position(of: path.isEmpty ? key : path)
      self.init(mismatch.message, at: position)
    case .wrong, .unknownName:
      let (got, expected) = mismatch.words
      self.init("got \(got) for '\(path)', expected \(expected)", at: line.position(of: path))
    }
  }
}

extension TraceFileLine {
  /// The first key, which tells the kind of the line.
  var firstKey: String? { value?.members.first?.key }

  func index() throws(TraceFileError) -> Int {
    let index = try integer(in: .min ... .max, expected: "a whole number")
    guard index >= 0 else {
      throw TraceFileError(
        "got \(index) for '\(path)', expected an index from 0", at: origin.position(of: path))
    }
    return index
  }

  /// Reads a Boolean value that must be present; nil for null.
  func optionalBoolean() throws(TraceFileError) -> Bool? {
    if value == .null { return nil }
    guard case .boolean(let value)? = value else { throw wrong("true, false or null") }
    return value
  }
}

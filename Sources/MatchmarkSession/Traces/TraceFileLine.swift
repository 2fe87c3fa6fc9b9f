package import MatchmarkCore

/// One line of a trace file, or a value in it.
typealias TraceFileLine = JSONField<TraceFileError>

/// Where a line of a trace file and its keys are.
package struct TracePlace: Sendable {
  let file: String
  let bytes: [UInt8]
  /// Where the line begins.
  let start: Int
  /// The keys, and where each begins.
  var keys: [(name: String, offset: Int)] = []

  /// The line as a whole; counted only when asked for, because only errors do.
  var position: SourcePosition {
    let line = SourcePosition(file: file, bytes: bytes, offset: start).line
    return SourcePosition(file: file, line: line)
  }

  /// Where the key begins that leads to a value, or the line where it has no such key.
  func position(of path: String) -> SourcePosition {
    let key = keys.first { name, _ in
      path == name || path.hasPrefix("\(name).") || path.hasPrefix("\(name)[")
    }
    return key.map { SourcePosition(file: file, bytes: bytes, offset: $0.offset) } ?? position
  }
}

extension TraceFileError: JSONFormatError {
  package static let takesNullAsMissing = false

  package init(_ fault: JSONFault, at path: String, of line: TracePlace) {
    switch fault {
    case .missingKey(let key): self = .missingKey(key, at: line.position(of: path))
    case .wrong(nil, _), .unknownName(nil, _): self = .missingKey(path, at: line.position)
    case .unknownKey(let key, let known):
      self = .unknownKey(
        key, nearest: NearestName.of(key, among: known), known: known,
        at: line.position(of: path.isEmpty ? key : path))
    case .unknownName(.string(let name)?, let known):
      self = .unknownValue(key: path, name, known: known, at: line.position(of: path))
    case .wrong, .unknownName:
      let (got, expected) = fault.words
      self = .wrongType(key: path, got: got, expected: expected, at: line.position(of: path))
    }
  }
}

extension TraceFileLine {
  /// The first key, which tells what the line is.
  var firstKey: String? { value?.members.first?.key }

  func index() throws(TraceFileError) -> Int {
    let index = try integer(in: .min ... .max, expected: "a whole number")
    if index < 0 { throw .negativeIndex(key: path, index, at: origin.position(of: path)) }
    return index
  }

  /// A truth value that must be there; nil for null.
  func optionalBoolean() throws(TraceFileError) -> Bool? {
    if value == .null { return nil }
    guard case .boolean(let value)? = value else { throw wrong("true, false or null") }
    return value
  }
}

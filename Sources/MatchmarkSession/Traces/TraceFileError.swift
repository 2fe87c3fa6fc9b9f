public import MatchmarkCore

/// Why a file of traces cannot be read, and where.
public enum TraceFileError: Error, Hashable, Sendable {
  /// Bytes that are not UTF-8.
  case invalidUTF8(byteOffset: Int, at: SourcePosition)
  /// A line that is not a single flat JSON object.
  case invalidJSON(String, at: SourcePosition)
  /// A line over ``TraceFile/lineSizeLimitInBytes``.
  case lineTooLong(sizeInBytes: Int, at: SourcePosition)
  /// A line that begins neither a trace nor an event.
  case unknownLine(firstKey: String?, at: SourcePosition)
  /// An event before the first trace.
  case eventOutsideTrace(at: SourcePosition)
  /// Two traces with the same name.
  case duplicateTrace(String, at: SourcePosition)
  /// A trace without a name.
  case emptyName(at: SourcePosition)
  /// An unknown event.
  case unknownEvent(String, nearest: String?, at: SourcePosition)
  /// A key that is not allowed on the line.
  case unknownKey(String, nearest: String?, known: [String], at: SourcePosition)
  /// A key that occurs twice.
  case duplicateKey(String, at: SourcePosition)
  /// A required key that is missing.
  case missingKey(String, at: SourcePosition)
  /// A value whose type is not the key's.
  case wrongType(key: String, got: String, expected: String, at: SourcePosition)
  /// An index below zero.
  case negativeIndex(key: String, Int, at: SourcePosition)
  /// A word that the key does not accept.
  case unknownValue(key: String, String, known: [String], at: SourcePosition)
}

extension TraceFileError: CustomStringConvertible {
  /// What was got, what was expected, and where.
  public var description: String {
    switch self {
    case .invalidUTF8(let byteOffset, let position):
      "\(position): got a byte sequence that is not UTF-8 at byte \(byteOffset), expected UTF-8"
    case .invalidJSON(let message, let position):
      "\(position): \(message)"
    case .lineTooLong(let sizeInBytes, let position):
      """
      \(position): got a line of \(sizeInBytes) bytes, \
      expected at most \(TraceFile.lineSizeLimitInBytes)
      """
    case .unknownLine(let firstKey, let position):
      """
      \(position): got \(firstKey.map { "a line that begins with '\($0)'" } ?? "an empty object"), \
      expected 'trace' or 'event' as the first key
      """
    case .eventOutsideTrace(let position):
      "\(position): got an event, expected a line that names a trace first"
    case .duplicateTrace(let name, let position):
      "\(position): got a second trace '\(name)', expected unique names"
    case .emptyName(let position):
      "\(position): got a trace without a name, expected one"
    case .unknownEvent(let name, let nearest, let position):
      """
      \(position): got event '\(name)', \
      expected one of \(TraceEventFormat.names.joined(separator: ", "))\(Self.hint(nearest))
      """
    case .unknownKey(let key, let nearest, let known, let position):
      "\(position): got key '\(key)', expected \(Self.list(known))\(Self.hint(nearest))"
    case .duplicateKey(let key, let position):
      "\(position): got key '\(key)' twice, expected it only once"
    case .missingKey(let key, let position):
      "\(position): got no key '\(key)', expected it"
    case .wrongType(let key, let got, let expected, let position):
      "\(position): got \(got) for '\(key)', expected \(expected)"
    case .negativeIndex(let key, let index, let position):
      "\(position): got \(index) for '\(key)', expected an index from 0"
    case .unknownValue(let key, let value, let known, let position):
      "\(position): got '\(value)' for '\(key)', expected \(Self.list(known))"
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "no other key" : "one of \(names.joined(separator: ", "))"
  }
}

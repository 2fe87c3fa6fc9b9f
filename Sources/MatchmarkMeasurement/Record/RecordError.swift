/// Why bytes are neither a record nor a baseline.
package enum RecordError: Error, Hashable, Sendable {
  /// Not the JSON of that format; the text says where.
  case malformed(RecordFormat, String)
  /// A later version of the format than this program reads.
  case tooNew(RecordFormat, version: Int)
  /// A number that no measurement comes close to.
  case numberTooLarge(String)
}

extension RecordError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let format, let what): "not a \(format.rawValue): \(what)"
    case .tooNew(let format, let version):
      "got a \(format.rawValue) of format version \(version), expected at most "
        + "\(format.currentVersion)"
    case .numberTooLarge(let number):
      "got the number \(number), expected no number beyond \(RecordNumbers.largest)"
    }
  }
}

internal import MatchmarkCore

extension ConformanceError: CustomStringConvertible {
  /// Where, what was got, and what was expected.
  public var description: String {
    switch self {
    case .notJSON(let file, let reason):
      return "\(file): got no JSON: \(reason)"
    case .missingKey(let key, let place):
      return "\(place): the key '\(key)' is missing"
    case .unknownKey(let key, let known, let place):
      return "\(place): got key '\(key)', expected one of \(Self.list(known, near: key))"
    case .wrongValue(let got, let expected, let place):
      return "\(place): got \(got), expected \(expected)"
    case .unknownName(let kind, let name, let known, let place):
      return "\(place): got \(kind) '\(name)', expected one of \(Self.list(known, near: name))"
    case .duplicate(let kind, let name, let place):
      return "\(place): got a second \(kind) '\(name)', expected unique names"
    }
  }

  private static func list(_ known: [String], near name: String) -> String {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    return names + (NearestName.of(name, among: known).map { "; did you mean '\($0)'?" } ?? "")
  }
}

/// The reason why JSON does not have the expected form, in the words of an error message.
package enum DecodingReason {
  package static func of(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
      return place(context) + "missing key '\(key.stringValue)'"
    case .typeMismatch(let type, let context):
      return place(context) + "got another kind of value, expected \(kind(of: type))"
    case .valueNotFound(let type, let context):
      return place(context) + "got null, expected \(kind(of: type))"
    case .dataCorrupted(let context):
      return place(context) + words(context.debugDescription)
    @unknown default:
      return "it cannot be read"
    }
  }

  /// Returns the library's message without the types of this program that it names, which would
  /// tell the reader nothing.
  private static func words(_ description: String) -> String {
    let lead = " from invalid String value "
    guard description.hasPrefix("Cannot initialize "),
      let start = description.indices.first(where: { description[$0...].hasPrefix(lead) })
    else { return description }
    let value = description[start...].dropFirst(lead.count)
    return "got '\(value)', expected a word that is known here"
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = path(of: context.codingPath)
    return path.isEmpty ? "" : path + ": "
  }

  /// The path to a value, such as `tokens[0].facet`.
  static func path(of keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }

  static func kind(of type: any Any.Type) -> String {
    if type is String.Type { return "a text" }
    if type is Bool.Type { return "true or false" }
    if type is any BinaryInteger.Type { return "a whole number" }
    if type is any BinaryFloatingPoint.Type { return "a number" }
    if type is [Any].Type { return "a list" }
    return "an object"
  }
}

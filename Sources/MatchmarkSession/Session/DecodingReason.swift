/// Why JSON is not what was expected, in the words of an error message.
package enum DecodingReason {
  /// Where, and what was got.
  package static func of(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, let context):
      return place(context) + "got no key '\(key.stringValue)', expected it"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      return place(context) + context.debugDescription
        + (context.underlyingError.map { " \($0)" } ?? "")
    @unknown default:
      return "\(error)"
    }
  }

  /// The path to the value, such as `tokens[0].facet: `.
  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return path.isEmpty ? "" : path + ": "
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  /// Why JSON does not have the expected form, in the words of an error message.
  package enum DecodingReason {
    /// The place, what was found, and what was expected.
    package static func of(_ error: any Error) -> String {
      guard let error = error as? DecodingError else { return "\(error)" }
      switch error {
      case .keyNotFound(let key, let context):
        return place(context) + "got no key '\(key.stringValue)', expected it"
      case .typeMismatch(let type, let context):
        return place(context) + "got another kind of value, expected \(kind(of: type))"
      case .valueNotFound(let type, let context):
        return place(context) + "got null, expected \(kind(of: type))"
      case .dataCorrupted(let context):
        return place(context) + context.debugDescription
      @unknown default:
        return "it cannot be read"
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

    private static func kind(of type: any Any.Type) -> String {
      if type is String.Type { return "a text" }
      if type is Bool.Type { return "true or false" }
      if type is any BinaryInteger.Type { return "a whole number" }
      if type is any BinaryFloatingPoint.Type { return "a number" }
      if type is [Any].Type { return "a list" }
      return "an object"
    }
  }
#endif

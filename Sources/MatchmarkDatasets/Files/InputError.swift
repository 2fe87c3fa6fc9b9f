import MatchmarkCore

/// The error of anything that was handed in, such as an argument or a file: a message for the user.
package struct InputError: Error, CustomStringConvertible {
  /// The kinds that a program tells apart by its exit code.
  package enum Kind: Sendable {
    /// Wrong usage, or nothing to do.
    case usage
    case unknownName
    /// A file that cannot be read or written, or bad input in it.
    case input
    /// A missing engine, or one that violated the protocol.
    case engine
    /// Nothing to compare with, something else that was measured, or no answer.
    case notComparable
  }

  package let description: String
  package let kind: Kind

  package static func usage(_ message: String) -> Self { Self(description: message, kind: .usage) }

  package static func unknownName(kind: String, name: String, known: [String]) -> Self {
    let hint = NearestName.hint(name, among: known)
    let message = "got \(kind) '\(name)', expected one of \(known.joined(separator: ", "))\(hint)"
    return Self(description: message, kind: .unknownName)
  }

  package static func input(_ message: String) -> Self { Self(description: message, kind: .input) }

  package static func engine(_ message: String) -> Self {
    Self(description: message, kind: .engine)
  }

  package static func notComparable(_ message: String) -> Self {
    Self(description: message, kind: .notComparable)
  }

  package func adding(_ origin: String) -> Self {
    Self(description: "\(description); \(origin)", kind: kind)
  }
}

extension InputError {
  /// Runs a body and returns its value; an error of another type is bad input.
  package static func wrap<Value: ~Copyable>(
    _ lead: String = "", _ body: () throws -> Value
  ) throws(InputError) -> Value {
    do { return try body() } catch let error as InputError { throw error } catch {
      throw .input("\(lead)\(error)")
    }
  }
}

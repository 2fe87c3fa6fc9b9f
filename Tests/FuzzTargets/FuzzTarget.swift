/// A boundary that is given bytes which no one would write.
///
/// Nothing that it is given may crash it; what else must hold, it throws where it does not.
package struct FuzzTarget: Sendable {
  /// The name, which is also that of the folder of its seeds.
  package let name: String
  /// What is called.
  package let boundary: String
  /// What must hold, besides that nothing crashes.
  package let promise: String
  private let body: @Sendable ([UInt8]) throws -> Void

  init(
    _ name: String, _ boundary: String, promise: String,
    _ body: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.name = name
    self.boundary = boundary
    self.promise = promise
    self.body = body
  }

  /// All of them.
  package static let all: [FuzzTarget] = [
    folding, query, csv, jsonLines, suite, profile, record, request, reply, trace, cases, engines,
    typed,
  ]

  /// Gives it bytes.
  ///
  /// - Throws: ``BrokenPromise``.
  package func run(_ bytes: [UInt8]) throws { try body(bytes) }
}

/// Something did not hold.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(what()) }
}

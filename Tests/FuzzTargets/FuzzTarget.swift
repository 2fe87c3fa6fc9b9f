/// A boundary that gets arbitrary bytes.
///
/// No input may crash it; it throws if another promise is broken.
package struct FuzzTarget: Sendable {
  /// The name, which is also that of the folder of its seeds.
  package let name: String
  /// The function to call.
  package let boundary: String
  /// The promise of the target, apart from not crashing.
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

  /// All targets.
  package static let all: [FuzzTarget] = [
    folding, query, csv, jsonLines, suite, profile, record, request, reply, trace, cases, engines,
    typed,
  ]

  /// Passes bytes to the target.
  ///
  /// - Throws: ``BrokenPromise``.
  package func run(_ bytes: [UInt8]) throws { try body(bytes) }
}

/// A promise was broken.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(what()) }
}

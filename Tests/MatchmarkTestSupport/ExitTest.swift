package import Testing

/// A trait that runs a test at high priority, ahead of the queue of other tests.
///
/// Without it, a test that waits for a process to end goes to the back of that queue. Until its
/// turn comes, the process is a zombie, and Swift Testing's thread that watches children spins.
package struct ExitTest: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { body in
      try await Task(priority: .high) { try await body() }.value
    }
  }
}

extension Trait where Self == ExitTest {
  /// Runs the test as soon as its process has ended.
  package static var exits: Self { ExitTest() }
}

package import Testing

/// Runs a test at high priority, ahead of the queue of other tests.
///
/// A test that waits for the end of a process goes to the back of that queue otherwise. The process
/// stays a zombie until its turn comes, and the thread of Swift Testing that watches children spins.
package struct ExitTest: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { body in
      try await Task(priority: .high) { try await body() }.value
    }
  }
}

extension Trait where Self == ExitTest {
  /// Runs the test at once when the process that it waits for has ended.
  package static var exits: Self { ExitTest() }
}

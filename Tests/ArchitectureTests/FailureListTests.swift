import Foundation
import MatchmarkTestSupport
import Testing

/// The list of failed tests at the end of `scripts/test`.
@Suite("The list of failed tests")
struct FailureListTests {
  @Test("The list of failed tests shortens thousands of long lines and does not fail itself")
  func longLines() throws {
    let folder = try TemporaryFolder()
    let line = "✘ Test recorded an issue: " + String(repeating: "0, ", count: 3_000) + "\n"
    try Data(String(repeating: line, count: 2_000).utf8).write(
      to: URL(filePath: folder.file("failed")))
    let script = WorkingCopy.path("scripts/test")
    let outcome = try Child.run([
      "bash", "-c",
      """
      set -euo pipefail
      eval "$(sed -n '/^list_failed() {/,/^}/p' "$1")"
      work="$2"
      list_failed
      """, "-", script, folder.path,
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let listed = outcome.lines.filter { $0.hasPrefix("  Test recorded an issue") }
    #expect(listed.count == 60)
    #expect(listed.allSatisfy { $0.count < 610 })
  }
}

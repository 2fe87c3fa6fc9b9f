import MatchmarkDatasets
package import MatchmarkHarness
import MatchmarkReports

extension Catalog {
  /// The matchers of this program; those of the package are set once, when it starts.
  @TaskLocal static var current = Catalog(replacing: [], by: [])
}

extension ProjectContext {
  /// The context that this program hands to the rooms below it.
  package static var current: ProjectContext {
    ProjectContext(
      folder: .current, catalog: .current, program: Invocation.programPath
    ) { StandardError.write("\($0)") }
  }
}

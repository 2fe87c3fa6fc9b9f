package import MatchmarkDatasets

/// Everything that the project's files may refer to, as the program hands it in.
package struct ProjectContext: Sendable {
  package let folder: ProjectFolder
  package let catalog: Catalog
  /// The path of this program, which the command of an engine may contain.
  package let program: String
  /// A function that shows a notice, such as one about a former name.
  package let notice: @Sendable (String) -> Void

  package init(
    folder: ProjectFolder, catalog: Catalog, program: String,
    notice: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.catalog = catalog
    self.program = program
    self.notice = notice
  }
}

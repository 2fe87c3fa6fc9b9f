/// The folder of the project's data: suites, fixtures, reports.
package struct ProjectFolder: Sendable {
  /// Nil if the project cannot be found.
  package let path: String?

  package init(path: String?) { self.path = path }

  /// A file of the project; nil if the project cannot be found.
  package func file(_ relative: String) -> String? {
    path.map { $0.hasSuffix("/") ? "\($0)\(relative)" : "\($0)/\(relative)" }
  }
}

import MatchmarkSystem

/// The folder of the project's data: suites, fixtures, reports.
package struct ProjectFolder: Sendable {
  /// Nil if the project cannot be found.
  package let path: String?

  package init(path: String?) { self.path = path }

  /// A file of the project; nil if the project cannot be found.
  package func file(_ relative: String) -> String? {
    path.map { $0.hasSuffix("/") ? "\($0)\(relative)" : "\($0)/\(relative)" }
  }

  /// The address of the project's repository, which only its `CITATION.cff` states, as
  /// `repository-code`; nil if it states none.
  package func address() throws(InputError) -> String? {
    guard let place = file("CITATION.cff"),
      try InputError.wrap("", { try FileKind(at: place) }) != .nothing
    else { return nil }
    return try YAMLFile(path: place).root["repository-code"]?.text()
  }
}

import MatchmarkCore
import MatchmarkDatasets
import Yams

extension ProfileFile {
  /// What is wrong between the profile and some rows, where the profile names the column.
  ///
  /// - Parameter corpus: the rows, as they were named.
  func error(about error: CorpusError, of corpus: String) -> CommandError {
    switch error {
    case .unknownColumn(let column, let known):
      let nearest = NearestName.of(column, among: known).map { "; did you mean '\($0)'?" } ?? ""
      return place(of: column, "\(error.description), the columns of '\(corpus)'\(nearest)")
    case .missingRole(let column, let role):
      return place(of: column, "\(error.description); \(remedy(column, role))")
    default: return .input("\(file), with the rows of '\(corpus)': \(error.description)")
    }
  }

  /// What is wrong with a file of rows, or with what the profile says of its columns.
  func error(about error: DatasetError) -> CommandError {
    switch error {
    case .missingColumn(let column, let known, let file):
      self.error(about: CorpusError.unknownColumn(column, known: known), of: file)
    // An object may only have the keys that are columns.
    case .unknownKey where columns != nil:
      .input("\(error); the columns are those that \(file) states")
    default: .input("\(error)")
    }
  }

  /// The role that is missing, in the grammar of the file.
  private func remedy(_ column: String, _ role: String) -> String {
    let roles = (columns?.first { $0.name == column }?.roles.names ?? []) + [role]
    let list = roles.count == 1 ? role : "[\(roles.joined(separator: ", "))]"
    let others = columns == nil ? ", in addition to every other column that it uses" : ""
    return "give it that role with columns: {\(column): \(list)}\(others)"
  }

  /// An error where a column is named first.
  private func place(of column: String, _ message: String) -> CommandError {
    let place = values.lazy.compactMap { $0.first(saying: column) }.first
    return place?.error(message) ?? .input("\(file): \(message)")
  }
}

extension YAMLValue {
  /// The first key or value that is a text; nil where none is.
  fileprivate func first(saying text: String) -> YAMLValue? {
    if node.scalar?.string == text { return self }
    let parts = node.sequence.map(Array.init) ?? node.mapping?.flatMap { [$0.key, $0.value] } ?? []
    return parts.lazy.compactMap { YAMLValue(node: $0, file: file).first(saying: text) }.first
  }
}

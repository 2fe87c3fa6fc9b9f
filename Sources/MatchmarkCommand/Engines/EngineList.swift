import MatchmarkEngines
import MatchmarkReports

/// Which engines there are, and which of them this machine has.
enum EngineList {
  /// Prints an engine a line, as soon as it has said its version.
  ///
  /// - Throws: ``CommandError/input(_:)`` where the catalog is wrong.
  static func show(style: TextStyle) throws(CommandError) {
    let entries = try EngineFile.shipped().entries
    print(style.strong("engines"))
    if entries.isEmpty { print("  none: \(EngineFile.path) is not there") }
    let width = entries.map(\.id.count).max() ?? 0
    for entry in entries {
      let padding = String(repeating: " ", count: width - entry.id.count)
      let lead = "  \(entry.id)\(padding)  "
      let indent = String(repeating: " ", count: lead.count)
      switch entry.installation() {
      case .installed(let version): print("\(lead)installed, \(version)")
      case .missing(let reason):
        print("\(lead)missing; install it with: \(entry.install)")
        print("\(indent)\(reason)")
      }
      print("\(indent)\(entry.summary)")
    }
  }
}

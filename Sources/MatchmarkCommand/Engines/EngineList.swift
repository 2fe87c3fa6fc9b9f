import MatchmarkEngines
import MatchmarkReports

/// The known engines, and which of them are installed on this machine.
enum EngineList {
  /// Prints one line per engine, as soon as the engine has reported its version.
  ///
  /// - Throws: ``CommandError/input(_:)`` if the catalog is wrong.
  static func show(style: TextStyle) throws(CommandError) {
    let entries = try EngineFile.shipped().entries
    print(style.strong("engines"))
    if entries.isEmpty { print("  none: there is no file \(EngineFile.path)") }
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

import MatchmarkEngines
import MatchmarkReports

/// The known engines, and which of them are installed on this machine.
enum EngineList {
  /// Prints each engine, as soon as it has reported its version, and returns all with their states.
  static func show(_ entries: [EngineEntry], style: TextStyle) -> [ListedName] {
    print(style.strong("engines"))
    if entries.isEmpty { print("  none: \(EngineFile.path) is not there") }
    let width = entries.map(\.id.count).max() ?? 0
    return entries.map { entry in
      let padding = String(repeating: " ", count: width - entry.id.count)
      let lead = "  \(entry.id)\(padding)  "
      let indent = String(repeating: " ", count: lead.count)
      let state =
        switch entry.installation() {
        case .installed(let version): ["installed, \(version)"]
        case .missing(let reason): ["missing; install it with: \(entry.install)", reason]
        }
      print(lead + (state + [entry.summary]).joined(separator: "\n\(indent)"))
      return ListedName(name: entry.id, summary: state.joined(separator: "; "))
    }
  }
}

import MatchmarkEngines
import MatchmarkHarness
import MatchmarkReports

/// The known engines, and which of them are installed on this machine.
enum EngineList {
  /// Prints each engine, as soon as it has reported its version.
  ///
  /// - Returns: all with their states, and whether the state of each is known.
  static func show(
    _ entries: [EngineEntry], style: TextStyle, _ print: Printer
  ) -> (names: [ListedName], isKnown: Bool) {
    print(style.strong("engines"))
    if entries.isEmpty { print("  none: there is no file \(EngineFile.path)") }
    let width = entries.map(\.id.count).max() ?? 0
    var isKnown = true
    let names = entries.map { entry in
      let padding = String(repeating: " ", count: width - entry.id.count)
      let lead = "  \(entry.id)\(padding)  "
      let indent = String(repeating: " ", count: lead.count)
      let state: [String]
      switch entry.installation() {
      case .installed(let version): state = ["installed" + (version.map { ", \($0)" } ?? "")]
      case .missing(let reason):
        let remedy = entry.install.isEmpty ? "" : "; install it with: \(entry.install)"
        state = ["missing\(remedy)", reason]
      case .unknown(let reason):
        state = ["cannot tell whether it is installed", reason]
        isKnown = false
      }
      print("\(lead)\(state[0])")
      for line in state.dropFirst() + [entry.summary] where !line.isEmpty {
        print("\(indent)\(line)")
      }
      return ListedName(name: entry.id, summary: state.joined(separator: "; "))
    }
    return (names, isKnown)
  }
}

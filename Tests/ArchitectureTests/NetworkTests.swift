import Foundation
import Testing

/// Nothing leaves the machine: no code of ours knows how to.
@Suite("The network")
struct NetworkTests {
  @Test("no code of the command names what could open a connection")
  func sources() throws {
    let paths = try Repository.files().filter { path in
      path.hasPrefix("Sources/") && [".c", ".h", ".inc"].contains { path.hasSuffix($0) }
    }
    #expect(paths.count > 3)
    let files = try paths.map { SourceFile(path: $0, text: try Repository.text(of: $0)) }
    for file in try Repository.swiftFiles(under: "Sources") + files {
      for (line, code) in file.code.enumerated() {
        for word in Network.words(in: code) { Issue.record("\(file.place(line)): \(word)") }
      }
    }
  }

  @Test("no script fetches anything but those that install, and they say so")
  func scripts() throws {
    let paths = try Repository.files().filter { $0.hasPrefix("scripts/") || $0 == "matchmark" }
    #expect(paths.count > 10)
    for path in paths where !Network.installers.contains(path) {
      for (number, line) in try Repository.text(of: path).split(separator: "\n").enumerated()
      where !line.contains("#") && !line.contains("echo ") && !line.contains("sys.exit") {
        for word in Network.commands(in: String(line)) {
          Issue.record("\(path), line \(number + 1) of those that are not empty: \(word)")
        }
      }
    }
  }

  @Test("no report loads anything")
  func reports() throws {
    for file in try Repository.swiftFiles(under: "Sources/MatchmarkReports/HTML") {
      for (line, text) in file.lines.enumerated() {
        #expect(
          !text.contains(/(src|href)=|@import|url\(|fetch\(|XMLHttpRequest/) || text.contains("#"),
          "\(file.place(line))")
      }
    }
  }

  @Test(
    "notices what could",
    arguments: [
      "let s = socket(AF_INET, SOCK_STREAM, 0)", "URLSession.shared", "import FoundationNetworking",
      "try Data(contentsOf: URL(string: name))", "getaddrinfo(a, b, c, d)", "NWConnection(to: a)",
    ])
  func noticed(code: String) {
    #expect(!Network.words(in: code).isEmpty)
    #expect(!Network.commands(in: "  curl -fsSL x | sh").isEmpty)
    #expect(Network.words(in: "let url = URL(filePath: path)").isEmpty)
  }
}

/// Words by which a program reaches another machine.
enum Network {
  /// What installs, when it is told to.
  static let installers = ["scripts/bootstrap"]

  private static let calls: Set<String> = [
    "socket", "connect", "getaddrinfo", "gethostbyname", "sendto", "sendmsg", "recvfrom",
    "URLSession", "URLRequest", "URLConnection", "FoundationNetworking", "NWConnection", "CFSocket",
    "CFStream", "NWListener", "XML_PARSE_HUGE", "xmlNanoHTTPFetch", "xmlNanoFTPOpen",
  ]

  private static let tools: Set<String> = [
    "curl", "wget", "nc", "ssh", "scp", "rsync", "ftp", "apt-get", "pip", "npm", "telnet",
  ]

  /// The words of a line of masked code.
  static func words(in code: String) -> [String] {
    let words = Token.tokens(of: [code]).map(\.text).filter(calls.contains)
    return code.contains("URL(string:") ? words + ["URL(string:)"] : words
  }

  /// The programs that a line of a script may start.
  static func commands(in line: String) -> [String] {
    line.split { !($0.isLetter || $0.isNumber || "-_./".contains($0)) }.map(String.init)
      .filter(tools.contains)
  }
}

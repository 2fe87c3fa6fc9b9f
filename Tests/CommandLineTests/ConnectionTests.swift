import Foundation
import MatchmarkTestSupport
import Testing

/// Nothing leaves the machine: the built command could not open a connection.
@Suite("Connections")
struct ConnectionTests {
  private static let functions: Set<String> = [
    "socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo", "gethostbyname",
    "sendto", "sendmsg", "recvfrom", "recvmsg", "xmlNanoHTTPFetch", "xmlNanoFTPOpen",
  ]

  @Test("The command refers to no function that opens a network connection", .needs(.nm))
  func command() throws {
    let outcome = try Child.run(
      ["nm", "--dynamic", "--undefined-only", try Program.matchmark.path])
    try #require(outcome.code == 0, "\(outcome.errors)")
    // `                 U read@GLIBC_2.2.5`
    let names = outcome.lines.map {
      String(($0.split(separator: " ").last ?? "").prefix { $0 != "@" })
    }
    #expect(names.contains("read"))
    #expect(names.filter(Self.functions.contains) == [])
    #expect(names.filter { $0.contains("FoundationNetworking") } == [])
  }
}

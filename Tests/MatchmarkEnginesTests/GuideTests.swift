import DatasetsSupport
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import Testing

/// The article on engines agrees with the code and the transcripts.
@Suite("The guide to engines")
struct GuideTests {
  private static func text() throws -> String {
    String(
      decoding: try EngineFixtures.bytes("Sources/MatchmarkCore/MatchmarkCore.docc/Engines.md"),
      as: UTF8.self)
  }

  @Test("Every example in the guide to engines is from a transcript or a file of rows")
  func examples() throws {
    let exchanges = Transcript.all.flatMap(\.exchanges)
    let rows = try CanonicalCorpus.bytes(of: EngineFixtures.corpus("countries"))
    let known = Set(exchanges.flatMap { [$0.request, $0.reply] })
      .union(String(decoding: rows, as: UTF8.self).split(separator: "\n").map(String.init))
    var count = 0
    for block in try Self.text().matches(of: /```json\n((?:.*\n)*?)```/) {
      for line in block.1.split(separator: "\n") {
        #expect(known.contains(String(line)), "\(line)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test("The guide to engines names all states of an engine, in order")
  func states() throws {
    let section = try #require(try Self.text().firstMatch(of: /### States\n([^#]*)/)?.1)
    #expect(
      section.matches(of: /`([a-z-]+)`/).map { String($0.1) }
        == EngineState.allCases.map(\.rawValue))
  }

  @Test("The limits in the guide to engines are those of the code")
  func limits() throws {
    let text = try Self.text()
    let timeouts = EngineTimeouts()
    for phase in EnginePhase.allCases where phase != .start {
      let seconds = timeouts[phase].components.seconds
      #expect(text.contains("| \(phase.rawValue) | \(seconds) s |"), "\(phase)")
    }
    #expect(EngineLimits.replySizeInBytes(rowCount: 1_000) == (1 << 20) + 12_000)
    for limit in [
      "at most 1 MiB and 12 bytes for each row",
      "a request is at most \(EngineLimits.requestSizeInBytes >> 20) MiB",
      "is at most \(EngineLimits.repeatCount),", "at most \(EngineLimits.nestingDepth) deep",
      "at most \(EngineLimits.keyCount) keys", "the first \(EngineLimits.pageSize) ids",
      "the last \(EngineLimits.standardErrorSizeInBytes >> 10) KiB",
    ] {
      #expect(text.replacing("\n", with: " ").contains(limit), "\(limit)")
    }
  }
}

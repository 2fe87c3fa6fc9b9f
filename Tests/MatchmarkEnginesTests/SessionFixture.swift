import DatasetsSupport
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// A small corpus in a file, and a session over it.
struct SessionFixture: ~Copyable {
  let corpus: EngineCorpus
  private let folder: TemporaryFolder

  /// Titles; four of them contain `an`.
  static let titles = ["banana", "ant", "bee", "pan", "can", "dog"]
  static let profile = SearchProfile(
    name: "titles", textFields: [TextField("title", .contains)]
  ).with { $0.empty = .browse }
  /// The queries of every session, with the rows of the right answers.
  static let queries: [(query: SearchQuery, rows: [Int])] = [
    (SearchQuery("an"), [0, 1, 3, 4]), (SearchQuery("e"), [2]),
    (SearchQuery(""), [0, 1, 2, 3, 4, 5]),
    (SearchQuery("x"), []),
  ]

  init() throws {
    let folder = try TemporaryFolder()
    let bytes = CanonicalCorpus.bytes(of: try Corpus(name: "rows", titles: Self.titles))
    let path = folder.file("rows.jsonl")
    try Data(bytes).write(to: URL(filePath: path))
    var checksum = Checksum()
    checksum.update(bytes)
    corpus = (
      path: path, identity: checksum.identity,
      schemaLine: Array(bytes.prefix { $0 != 0x0A }), rowCount: Self.titles.count
    )
    self.folder = folder
  }

  /// Runs a whole session, from hello to bye.
  ///
  /// - Parameter before: Called before each request.
  func run(
    _ client: EngineClient, before: (EnginePhase) -> Void = { _ in }
  ) throws(EngineFailure) {
    before(.hello)
    try client.hello()
    before(.load)
    let skip = try client.load(corpus, profile: Self.profile)
    #expect(skip == nil)
    before(.build)
    _ = try client.build()
    before(.query)
    for want in Want.allCases {
      for (query, rows) in Self.queries {
        let result = try client.query(query, want: want, repeatCount: 2)
        guard case .answered(let answer, _) = result else {
          Issue.record("\(result)")
          continue
        }
        #expect(answer.count == rows.count)
        #expect(answer.rows ?? rows == rows)
        #expect(answer.elapsedInNanoseconds.count == 2)
      }
    }
    before(.bye)
    try client.bye()
  }
}

/// The faulty engine, which exists only for tests.
enum FaultyEngine {
  /// Returns the launch; every phase has enough time except the one that must run out of it.
  static func launch(
    _ fault: EngineFault, _ detail: String? = nil, impatientIn phase: EnginePhase? = nil,
    settle: Duration = .seconds(5)
  ) throws -> EngineLaunch {
    var timeouts = EngineTimeouts(each: .seconds(30))
    timeouts.settle = settle
    let short = Duration.milliseconds(60)
    switch phase {
    case .start, .hello: timeouts.hello = short
    case .load: timeouts.load = short
    case .build: timeouts.build = short
    case .query: timeouts.query = short
    case .bye: timeouts.bye = short
    case nil: break
    }
    return EngineLaunch(
      id: "faulty",
      command: [try Program.faultyEngine.path, fault.rawValue] + (detail.map { [$0] } ?? []),
      // A backtrace takes longer than everything else, and prints a page.
      environment: ["SWIFT_BACKTRACE": "enable=no"], timeouts: timeouts)
  }

  /// The failure of an engine's whole session; nil without one.
  static func failure(of launch: EngineLaunch) throws -> (failure: EngineFailure?, group: Int32?) {
    let fixture = try SessionFixture()
    var group: Int32?
    do throws(EngineFailure) {
      let client = try EngineClient(launch)
      group = client.processNumber
      try fixture.run(client)
    } catch { return (error, group) }
    return (nil, group)
  }
}

import Foundation
import MatchmarkCore
import MatchmarkEngines
import Testing

/// The published test vectors, made with Python's zlib.
@Suite("Test vectors")
struct VectorTests {
  private struct Vectors: Decodable {
    struct Digest: Decodable {
      let rows: [UInt32]
      let digest: UInt32
    }
    struct Identity: Decodable {
      let file: String
      let identity: String
    }
    struct NamedCorpus: Decodable {
      let corpus: String
      let identity: String
    }
    let digests: [Digest]
    let identities: [Identity]
    let corpora: [NamedCorpus]
  }

  private func vectors() throws -> Vectors {
    try JSONDecoder().decode(
      Vectors.self, from: Data(EngineFixtures.bytes("Fixtures/protocol/vectors.json")))
  }

  @Test("Digests of ids match the published test vectors")
  func digests() throws {
    for vector in try vectors().digests {
      #expect(AnswerDigest.value(of: vector.rows) == vector.digest, "\(vector.rows)")
    }
  }

  @Test("Identities of files match the published test vectors")
  func identities() throws {
    for vector in try vectors().identities {
      var checksum = Checksum()
      checksum.update(Array(vector.file.utf8))
      #expect(checksum.identity == vector.identity, "\(vector.file)")
    }
  }

  @Test("Identities of corpora match the published test vectors")
  func corpora() throws {
    for vector in try vectors().corpora {
      #expect(EngineFixtures.rows[vector.corpus]?.identity == vector.identity, "\(vector.corpus)")
    }
  }

  @Test("The digest of more ids than fit in one chunk is the checksum of their bytes")
  func manyIDs() {
    let ids = Array(UInt32(0)..<100_000)
    var checksum = Checksum()
    checksum.update(ids.flatMap { id in (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) } })
    #expect(AnswerDigest.value(of: ids) == checksum.value)
  }
}

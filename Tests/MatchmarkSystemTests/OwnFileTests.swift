import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("A file that matchmark wrote")
struct OwnFileTests {
  private static let own = Array("corpus,corpus_rows,profile,matcher,delivery,fork,\r\n".utf8)
  private static let foreign = Array("corpus,corpus_rows\r\n".utf8)

  @Test("Only files that matchmark wrote are removed by default, and never a link, pipe or folder")
  func removed() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(Self.own, to: folder.file("own"), replacing: .own)
    try AtomicFile.write(Self.own, to: folder.file("target"), replacing: .own)
    try AtomicFile.write(Self.foreign, to: folder.file("foreign"), replacing: .own)
    try AtomicFile.write([], to: folder.file("empty"), replacing: .own)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "target")
    #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
    try Folder.create(folder.file("folder"))
    for name in try folder.names() {
      try OwnFile.remove(folder.file(name))
    }
    #expect(try folder.names() == ["empty", "folder", "foreign", "link", "pipe"])
    for name in try folder.names() { try OwnFile.remove(folder.file(name), if: .file) }
    #expect(try folder.names() == ["folder", "link", "pipe"])
  }

  @Test("Only empty files and files that matchmark wrote are replaced without permission")
  func replaced() throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in [("empty", []), ("own", Self.own), ("foreign", Self.foreign)] {
      try AtomicFile.write(bytes, to: folder.file(name), replacing: .own)
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("to-\(name)"), withDestinationPath: name)
    }
    let refused = try folder.names().filter { name in
      let path = folder.file(name)
      return failure { () throws(FileError) in try AtomicFile.write([1], to: path, replacing: .own)
      } != nil
    }
    #expect(refused == ["foreign", "to-empty", "to-foreign", "to-own"])
    for name in refused {
      try AtomicFile.write([2], to: folder.file(name), replacing: .anything)
    }
    #expect(try FileReader.read(folder.file("foreign")) == [2])
  }

  @Test("Another program's JSON that begins like matchmark's is neither replaced nor removed")
  func alike() throws {
    let folder = try TemporaryFolder()
    for (number, text) in [
      "{\"code\":404,\"message\":\"mine\"}\n", "{\"complaint\":\"mine\"}\n", "{\"seconds\":3}\n",
      "{\"answers\":42}\n", "{\"arguments\":[1]}\n", "{\"cells\":[]}\n", "{\"version\":1}\n",
    ].enumerated() {
      let path = folder.file("\(number)")
      try AtomicFile.write(Array(text.utf8), to: path, replacing: .own)
      let refused = failure { () throws(FileError) in
        try AtomicFile.write([1], to: path, replacing: .own)
      }
      #expect(try refused?.code == EEXIST && !OwnFile.remove(path), "\(text)")
      #expect(try FileReader.read(path) == Array(text.utf8))
    }
  }

  @Test("A path with U+0000, at which the system would cut it, is refused")
  func zero() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(Self.foreign, to: folder.file("secret"), replacing: .own)
    let path = folder.file("secret\u{0}.txt")
    let invalid = FileError(.open, path: path, code: EINVAL)
    let reading = failure { () throws(FileError) in _ = try FileReader.read(path) }
    let writing = failure { () throws(FileError) in
      try AtomicFile.write([1], to: path, replacing: .own)
    }
    #expect(reading == invalid && writing == invalid)
    #expect((try? FileKind(at: path)) == nil && Folder.names(in: "\(folder.path)\u{0}") == [])
    let making = failure { () throws(FileError) in try Folder.create(path) }
    #expect(making?.code == EINVAL)
    #expect(try FileReader.read(folder.file("secret")) == Self.foreign)
  }
}

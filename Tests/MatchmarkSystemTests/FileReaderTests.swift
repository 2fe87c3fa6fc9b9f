import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Reading files and creating folders")
struct FileReaderTests {
  @Test(
    "A file is read to its last byte, even if that takes many reads",
    arguments: [0, 1, 65_535, 65_536, 200_001])
  func readsAll(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try AtomicFile.write(bytes, to: folder.file("a"), replacing: .own)
    let read = try FileReader.read(folder.file("a"))
    #expect(read == bytes)
  }

  @Test("A pipe is read to its end")
  func readsPipe() throws {
    let pipe = Pipe()
    let bytes = Array("through a pipe".utf8)
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    let read = try FileReader.read("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(read == bytes)
  }

  @Test("Parts of a file or pipe can be read again, and a file that outgrew its limit is refused")
  func rereads() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a")
    try AtomicFile.write(Array("0123456789".utf8), to: path, replacing: .own)
    let file = try RereadableFile(path, maximumSizeInBytes: 11, unsizedLimitInBytes: 0)
    #expect(file.sizeInBytes == 10)
    for _ in 0..<2 {
      #expect(try file.bytes(from: 2, count: 3) == Array("234".utf8))
      #expect(try file.bytes(from: 8, count: 3) == Array("89".utf8))
      #expect(try file.bytes(from: 10, count: 3).isEmpty)
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("ab".utf8))
    let error = failure { () throws(FileError) in _ = try file.bytes(from: 9, count: 3) }
    #expect(error == .tooLong(path, limitInBytes: 11))

    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("0123".utf8))
    try pipe.fileHandleForWriting.close()
    let piped = try RereadableFile(
      "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", maximumSizeInBytes: 11,
      unsizedLimitInBytes: 4)
    #expect(piped.sizeInBytes == 4)
    for _ in 0..<2 { #expect(try piped.bytes(from: 3, count: 3) == Array("3".utf8)) }
    #expect(try piped.bytes(from: 4, count: 3).isEmpty)
  }

  @Test("The file reader refuses a folder, a missing file and a file over the limit")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let missing = folder.file("missing")
    let long = folder.file("long")
    try AtomicFile.write([UInt8](repeating: 1, count: 11), to: long, replacing: .own)
    let errors = [path, missing, long].map { path in
      failure { () throws(FileError) in _ = try FileReader.read(path, maximumSizeInBytes: 10) }
    }
    #expect(
      errors == [
        FileError(.read, path: path, code: EISDIR),
        FileError(.open, path: missing, code: ENOENT),
        .tooLong(long, limitInBytes: 10),
      ])
    #expect(errors[0]?.description == "cannot read '\(path)': Is a directory")
    #expect(
      errors[2]?.description
        == "cannot read '\(long)': File too large, expected at most 10 bytes")
    #expect(try FileReader.read(long, maximumSizeInBytes: 11).count == 11)
  }

  @Test("Missing folders are created with their parents, and existing ones are accepted")
  func createsFolders() throws {
    let folder = try TemporaryFolder()
    for path in ["a", "a/b/c", "a/b/c/", "a//b/d"] {
      try Folder.create(folder.file(path))
    }
    try AtomicFile.write([], to: folder.file("a/b/c/file"), replacing: .own)
    let path = folder.file("a/b/c/file/d")
    let error = failure { () throws(FileError) in try Folder.create(path) }
    #expect(error == FileError(.createFolder, path: path, code: ENOTDIR))
    let empty = failure { () throws(FileError) in try Folder.create("") }
    #expect(empty?.code == ENOENT)
  }

  @Test(
    "The containing folder of a path is derived from the path alone",
    arguments: [("a", "."), ("a/b", "a"), ("/a", "/"), ("/a/b", "/a"), ("./a", ".")])
  func containing(path: String, expected: String) {
    #expect(Folder.containing(path) == expected)
  }
}

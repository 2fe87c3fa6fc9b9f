import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("An atomic file", .exits)
struct AtomicFileTests {
  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
  private let old = Array("corpus,corpus_rows,profile,matcher,delivery,fork,old".utf8)
  private let new = Array("corpus,corpus_rows,profile,matcher,delivery,fork,new and longer".utf8)

  @Test("An atomic file appears under its path only once it is finished")
  func appearsWhenFinished() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(path: folder.file("report.xml"), replacing: .own)
    try file.write(old)
    let before = try folder.names()
    #expect(!before.contains("report.xml"))
    try file.write(new.span)
    try file.finish()
    let bytes = try FileReader.read(folder.file("report.xml"))
    let names = try folder.names()
    #expect(bytes == old + new)
    #expect(names == ["report.xml"])
  }

  @Test("An atomic file replaces the old file only when it is finished")
  func replaces() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(old, to: folder.file("a"), replacing: .own)
    var file = try AtomicFile(path: folder.file("a"), replacing: .own)
    try file.write(new)
    let meanwhile = try FileReader.read(folder.file("a"))
    #expect(meanwhile == old)
    try file.finish()
    let after = try FileReader.read(folder.file("a"))
    #expect(after == new)
  }

  @Test("An abandoned atomic file leaves only the old file")
  func discards() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(old, to: folder.file("a"), replacing: .own)
    do {
      var file = try AtomicFile(path: folder.file("a"), replacing: .own)
      try file.write(new)
      let count = try folder.names().count
      #expect(count == 2)
    }
    let bytes = try FileReader.read(folder.file("a"))
    let names = try folder.names()
    #expect(bytes == old)
    #expect(names == ["a"])
  }

  @Test("An atomic file removes its temporary file when the rename is refused")
  func renameRefused() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(path: folder.file("a"), replacing: .own)
    try file.write(new)
    try FileManager.default.createDirectory(
      atPath: folder.file("a"), withIntermediateDirectories: false)
    var operation: FileError.Operation?
    do throws(FileError) {
      try file.finish()
    } catch {
      operation = error.operation
    }
    let names = try folder.names()
    #expect(operation == .rename)
    #expect(names == ["a"])
  }

  @Test(
    "The name of an atomic file is used literally, whatever its characters",
    arguments: ["-", "a%20b.xml", "ü ñ", "--help", "a\nb"])
  func literalNames(name: String) throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(new, to: folder.file(name), replacing: .own)
    let names = try folder.names()
    #expect(names == [name])
  }

  @Test("An atomic file may have the longest name that the file system allows")
  func longestName() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 255)
    try AtomicFile.write(new, to: folder.file(name), replacing: .own)
    let names = try folder.names()
    #expect(names == [name])
  }

  @Test(
    "An atomic file that may replace anything writes through a symbolic link and keeps the link")
  func symbolicLink() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(old, to: folder.file("target"), replacing: .own)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "target")
    try AtomicFile.write(new, to: folder.file("link"), replacing: .anything)
    let bytes = try FileReader.read(folder.file("target"))
    let names = try folder.names()
    #expect(bytes == new)
    #expect(names == ["link", "target"])
  }

  @Test("An atomic file writes to a device instead of replacing it")
  func device() throws {
    try AtomicFile.write(new, to: "/dev/null", replacing: .own)
    let kind = try FileKind(at: "/dev/null")
    #expect(kind == .stream)
  }

  @Test("Writing an atomic file to a full disk is an error", .enabled(if: hasFullDevice))
  func fullDisk() {
    let error = failure { () throws(FileError) in
      try AtomicFile.write([1], to: "/dev/full", replacing: .own)
    }
    #expect(error == FileError(.write, path: "/dev/full", code: ENOSPC))
    #expect(error?.description == "cannot write '/dev/full': No space left on device")
  }

  @Test("Writing to a folder or into a missing folder is an error that names the path as given")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let onFolder = failure { () throws(FileError) in
      try AtomicFile.write([], to: path, replacing: .own)
    }
    #expect(onFolder == FileError(.open, path: path, code: EISDIR))
    let missing = folder.file("missing/a")
    let inMissing = failure { () throws(FileError) in
      try AtomicFile.write([], to: missing, replacing: .own)
    }
    #expect(inMissing == FileError(.open, path: missing, code: ENOENT))
  }

  @Test("Exceeding the file-size limit is an error, and leaves only the intact old file")
  func fileSizeLimit() async {
    await #expect(processExitsWith: .success) {
      Signals.ignoreWriteSignals()
      let folder = try TemporaryFolder()
      let path = folder.file("a")
      let old = Array("## <!-- Made by matchmark. -->\n".utf8)
      try AtomicFile.write(old, to: path, replacing: .own)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      // The pointer to `limit` is valid during the call.
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
        exit(10)
      }
      let bytes = [UInt8](repeating: 7, count: 150_000)
      let error = failure { () throws(FileError) in
        try AtomicFile.write(bytes, to: path, replacing: .own)
      }
      guard error == FileError(.write, path: path, code: EFBIG) else { exit(11) }
      guard try FileReader.read(path) == old, try folder.names() == ["a"] else { exit(12) }
    }
  }
}

/// The error that `body` throws, or nil.
func failure<Failure: Error>(of body: () throws(Failure) -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

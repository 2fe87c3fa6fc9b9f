import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Synchronization
import Testing

@Suite("Files that appear together")
struct FileBatchTests {
  @Test("The files of a batch appear only when the batch is published")
  func publishes() throws {
    let folder = try TemporaryFolder()
    let batch = FileBatch(replacing: .own)
    try AtomicFile.write([1], to: folder.file("a"), in: batch)
    try AtomicFile.write([2], to: folder.file("b"), in: batch)
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == [])
    try batch.publish()
    #expect(try folder.names() == ["a", "b"])
    #expect(try FileReader.read(folder.file("b")) == [2])
  }

  @Test("An abandoned batch leaves only the old files")
  func discards() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([0], to: folder.file("a"), replacing: .own)
    do {
      let batch = FileBatch(replacing: .anything)
      try AtomicFile.write([1], to: folder.file("a"), in: batch)
      try AtomicFile.write([2], to: folder.file("b"), in: batch)
      #expect(try folder.names().count == 3)
    }
    #expect(try folder.names() == ["a"])
    #expect(try FileReader.read(folder.file("a")) == [0])
  }

  @Test("A batch stops at the first file that is refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    let batch = FileBatch(replacing: .own)
    for name in ["a", "b", "c"] { try AtomicFile.write([1], to: folder.file(name), in: batch) }
    try Folder.create(folder.file("b"))
    let path = folder.file("b")
    let error = failure { () throws(FileError) in try batch.publish() }
    #expect(error == FileError(.rename, path: path, code: EISDIR))
    withExtendedLifetime(batch) {}
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == ["a", "b"])
  }
}

@Suite("A claim on a folder")
struct FolderClaimTests {
  @Test("A claim on a folder is exclusive until it is released, and leaves nothing in the folder")
  func alone() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("r")
    do {
      let claim = try FolderClaim(path)
      let error = failure { () throws(FileError) in _ = try FolderClaim(path) }
      #expect(error?.operation == .claim)
      #expect(
        error?.description
          == "cannot write into the folder '\(path)': another run is writing there; "
          + "wait until it ends, or name another folder with -o")
      let claimed = claim.path
      #expect(claimed == path)
      try AtomicFile.write([1], to: "\(path)/a", replacing: .own)
    }
    _ = try FolderClaim(path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a"])
  }

  @Test("A claim removes a folder that it made and did not need, and keeps one that existed")
  func forNothing() throws {
    let folder = try TemporaryFolder()
    try Folder.create(folder.file("there"))
    for name in ["there", "new"] { _ = try FolderClaim(folder.file(name)) }
    #expect(try folder.names() == ["there"])
  }
}

@Suite("Claims on a new folder at the same moment")
struct FolderClaimRaceTests {
  @Test("Simultaneous claims on a new folder never take it away from its claimant")
  func race() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("r")
    let wrong = Mutex<[String]>([])
    let claimCount = Atomic(0)
    let arrivals = Atomic(0)
    let roundCount = 60
    DispatchQueue.concurrentPerform(iterations: 2) { worker in
      for round in 1...roundCount {
        arrivals.add(1, ordering: .sequentiallyConsistent)
        while arrivals.load(ordering: .sequentiallyConsistent) < 2 * round { sched_yield() }
        do throws(FileError) {
          let claim = try FolderClaim("\(path)\(round)")
          claimCount.add(1, ordering: .relaxed)
          usleep(50)
          try AtomicFile.write([1], to: "\(claim.path)/\(worker)", replacing: .own)
        } catch {
          if error.operation != .claim { wrong.withLock { $0.append(error.description) } }
        }
      }
    }
    #expect(wrong.withLock(\.self) == [])
    #expect(claimCount.load(ordering: .relaxed) >= roundCount)
  }
}

@Suite("Leftovers of killed writers")
struct AbandonedFileTests {
  /// No process has this number: it is above the maximum of every system.
  private static let noProcess = 2_000_000_000

  @Test(
    "The leftovers of killed writers are removed by the next writer, which removes nothing else")
  func removed() throws {
    let folder = try TemporaryFolder()
    let abandoned = ".matchmark-\(Self.noProcess)-abc12.tmp"
    let kept = [
      // A live process, names that no writer uses, and a file that is in use.
      ".matchmark-\(getpid())-abc12.tmp", ".matchmark-\(Self.noProcess)-held.tmp",
      ".matchmark-\(Self.noProcess).tmp", ".matchmark-0-a.tmp", ".matchmark-notes.tmp",
      ".matchmark-\(Self.noProcess)-a!.tmp", "matchmark-\(Self.noProcess)-a.tmp",
      ".matchmark-\(Self.noProcess)-a.tmp.bak",
    ]
    for name in kept + [abandoned] { try Data("x".utf8).write(to: url(name, in: folder)) }
    // A link or a folder with such a name is not ours.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(".matchmark-\(Self.noProcess)-link.tmp"),
      withDestinationPath: ".matchmark-notes.tmp")
    try Folder.create(folder.file(".matchmark-\(Self.noProcess)-folder.tmp"))
    let held = unsafe open(folder.file(kept[1]), O_RDONLY | O_CLOEXEC)
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    try AtomicFile.write([1], to: folder.file("a"), replacing: .own)
    let more = ["link", "folder"].map { ".matchmark-\(Self.noProcess)-\($0).tmp" }
    #expect(try folder.names() == (kept + more + ["a"]).sorted())
    // Another test's child can keep the file and its lock open until its program starts.
    flock(held, LOCK_UN)
    close(held)
    try AtomicFile.write([1], to: folder.file("b"), replacing: .own)
    #expect(try !folder.names().contains(kept[1]))
  }

  private func url(_ name: String, in folder: borrowing TemporaryFolder) -> URL {
    URL(filePath: folder.file(name))
  }
}

import LibC

/// Operations on folders; paths are plain strings, separated by `/`.
package enum Folder {
  /// Creates `path` and every missing folder above it; existing folders stay as they are.
  ///
  /// - Throws: ``FileError``, also if a file is in the way.
  package static func create(_ path: String) throws(FileError) {
    guard !path.isEmpty else { throw FileError(.createFolder, path: path, code: ENOENT) }
    try path.refuseZero(.createFolder)
    for folder in chain(to: path) { try createOne(folder, whole: path) }
    guard try FileKind(at: path) == .folder else {
      throw FileError(.createFolder, path: path, code: ENOTDIR)
    }
  }

  /// Returns the folders above a path and the path itself, outermost first.
  private static func chain(to path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") && $0 > path.startIndex }
      .map { String(path[..<$0]) } + [path]
  }

  /// Returns the folders of a path that ``create(_:)`` would create, outermost first.
  static func missing(in path: String) throws(FileError) -> [String] {
    var missing: [String] = []
    for folder in chain(to: path) where try FileKind(at: folder) == .nothing {
      missing.append(folder)
    }
    return missing
  }

  package static func removeEmpty(_ path: String) {
    // The bytes of the path live only for the call, which refuses a folder that is not empty.
    _ = unsafe rmdir(path)
  }

  /// Removes a file no matter who wrote it, unlike ``OwnFile/remove(_:if:)``; a missing file is no
  /// error.
  static func remove(_ path: String) throws(FileError) {
    try path.refuseZero(.remove)
    // The bytes of the path live only for the call.
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw FileError(.remove, path: path, code: errno)
  }

  /// Returns the folder that contains `path`: `.` for a bare name, `/` for an entry of the root.
  package static func containing(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path of the current folder; nil if it is not UTF-8, or if the folder was removed.
  package static var current: String? {
    // With a null buffer, getcwd(3) returns memory that it allocated, freed below.
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path)
  }

  /// Returns the names of all entries of a folder, in no particular order; empty if the folder
  /// cannot be read.
  ///
  /// Names that are not UTF-8 are left out, because none of this program's files has such a name.
  package static func names(in path: String) -> [String] {
    // The bytes of the path live only for the call; the stream is closed below.
    guard path.isWhole, let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name ends with a zero byte inside the entry, which lives until the next call.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Replaces one file with another, atomically.
  static func rename(_ path: String, to target: String, reportedAs name: String) throws(FileError) {
    // The bytes of both paths live only for the call.
    guard unsafe LibC.rename(path, target) == 0 else {
      throw FileError(.rename, path: name, code: errno)
    }
  }

  /// Returns once the names in a folder are on disk.
  static func synchronise(_ path: String) throws(FileError) {
    try FileDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY).synchronise()
  }

  private static func createOne(_ path: String, whole: String) throws(FileError) {
    // The bytes of the path live only for the call.
    guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    let code = errno
    // On a read-only or foreign file system, mkdir may refuse a folder that already exists.
    guard (try? FileKind(at: path)) != .folder else { return }
    throw FileError(.createFolder, path: whole, code: code)
  }
}

/// A folder into which only one process at a time writes a set of files.
///
/// The claim is a lock on the folder itself: it leaves no file behind, and the system releases it
/// no matter how the process ends. A file system without such locks (some network file systems)
/// lets every process in.
package struct FolderClaim: ~Copyable {
  package var path: String { descriptor.path }
  private let descriptor: FileDescriptor
  /// The folders that were created for the claim, outermost first.
  private let made: [String]

  /// Creates the folder if it is missing, and claims it.
  ///
  /// - Throws: ``FileError``; its operation is ``FileError/Operation/claim`` if another process has
  ///   claimed the folder.
  package init(_ path: String) throws(FileError) {
    var made: [String] = []
    descriptor = try Self.claimed(path, making: &made, attemptsLeft: 100)
    self.made = made
  }

  /// Creates and claims the folder, and waits while another process has claimed it.
  ///
  /// - Throws: ``FileError``, without waiting if the folder cannot be claimed at all.
  package init(_ path: String, waitingUntil deadline: Deadline) throws(FileError) {
    while true {
      do {
        self = try FolderClaim(path)
        return
      } catch {
        guard error.operation == .claim, !deadline.isOver else { throw error }
      }
      Pause.sleep(nanoseconds: 50_000_000)
    }
  }

  /// Locks an existing folder while `body` runs; does nothing if another process holds the lock, or
  /// if the file system has no locks.
  package static func holdAbandoned(_ path: String, while body: (String) -> Void) {
    guard
      let descriptor = try? FileDescriptor(
        opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      descriptor.lock() == .taken
    else { return }
    body(path)
  }

  /// Folders that were created but are still empty are removed.
  ///
  /// No other process can have claimed them, because the lock is released afterwards. Closing the
  /// descriptor would not suffice: a child that is just being started has a copy of it until its
  /// program begins.
  deinit {
    Self.removeEmpty(made)
    descriptor.unlock()
  }

  /// Returns the locked folder, which is created again if its former owner removed it in the
  /// meantime.
  private static func claimed(
    _ path: String, making made: inout [String], attemptsLeft: Int
  ) throws(FileError) -> FileDescriptor {
    made = try Folder.missing(in: path)
    try Folder.create(path)
    let descriptor: FileDescriptor
    do { descriptor = try locked(path, isLastAttempt: attemptsLeft == 0) } catch {
      guard error.code == ENOENT, attemptsLeft > 0 else { throw error }
      return try claimed(path, making: &made, attemptsLeft: attemptsLeft - 1)
    }
    try probe(path, made)
    return descriptor
  }

  private static func locked(
    _ path: String, isLastAttempt: Bool
  ) throws(FileError) -> FileDescriptor {
    let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
    if descriptor.lock() == .heldByAnother {
      // The folder stays, whichever process created it, because the other process is about to write
      // into it.
      throw FileError(.claim, path: path, code: EWOULDBLOCK)
    }
    // A file system may assign new file numbers with every request.
    guard isLastAttempt || descriptor.isStill(at: path) else {
      throw FileError(.open, path: path, code: ENOENT)
    }
    return descriptor
  }

  /// Creates and discards a file, to find out if files can be created before anything
  /// time-consuming begins.
  private static func probe(_ path: String, _ made: [String]) throws(FileError) {
    // The name is random because another program may have a file with any fixed name.
    let name = ".matchmark-\(UInt64.random(in: .min ... .max))"
    do { _ = try AtomicFile(path: "\(path)/\(name)", replacing: .own) } catch {
      removeEmpty(made)
      throw FileError(.createInFolder, path: path, code: error.code)
    }
  }

  private static func removeEmpty(_ made: [String]) {
    for path in made.reversed() { Folder.removeEmpty(path) }
  }
}

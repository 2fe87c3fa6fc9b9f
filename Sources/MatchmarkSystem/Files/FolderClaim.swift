import LibC

/// A folder that one process at a time writes a set of files into.
///
/// The claim is a lock of the folder itself: nothing is left in it, and the system gives it back
/// however the process ends. A file system without such locks (some that come over a network)
/// lets everybody in.
package struct FolderClaim: ~Copyable {
  package let path: String
  private let descriptor: FileDescriptor
  /// The folders that were made for it, the outermost first.
  private let made: [String]

  /// Creates the folder where it is missing, and claims it.
  ///
  /// - Throws: ``FileError``; its operation is ``FileError/Operation/claim`` where another has it.
  package init(_ path: String) throws(FileError) {
    var made: [String] = []
    descriptor = try Self.claimed(path, making: &made, attemptsLeft: 100)
    self.made = made
    self.path = path
  }

  /// The same, but waits where another process has the folder.
  ///
  /// - Throws: ``FileError``, as soon as the folder cannot be claimed at all.
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

  /// A folder that was made for nothing goes again.
  ///
  /// No other process has it yet: the lock is given back after this. A child that is being started
  /// at this moment has the descriptor until its program begins, so closing it would not be enough.
  deinit {
    Self.removeEmpty(made)
    descriptor.unlock()
  }

  /// The folder with its lock, made again where the one who had it before removed it in between.
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
      // It stays, no matter which process made it: that process is about to write there.
      throw FileError(.claim, path: path, code: EWOULDBLOCK)
    }
    // A file system may number its files anew whenever it is asked.
    guard isLastAttempt || descriptor.isStill(at: path) else {
      throw FileError(.open, path: path, code: ENOENT)
    }
    return descriptor
  }

  /// Opens a file and lets it go: whether files can be created is known before anything takes time.
  private static func probe(_ path: String, _ made: [String]) throws(FileError) {
    do { _ = try AtomicFile(path: "\(path)/record.json") } catch {
      removeEmpty(made)
      throw error
    }
  }

  private static func removeEmpty(_ made: [String]) {
    for path in made.reversed() { Folder.removeEmpty(path) }
  }
}

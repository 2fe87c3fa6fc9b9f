import LibC

/// A folder into which only one process at a time writes a set of files.
///
/// The claim is a lock on the folder itself: nothing is left in it, and the system releases it
/// however the process ends. A file system without such locks (some network file systems)
/// lets everybody in.
package struct FolderClaim: ~Copyable {
  package let path: String
  private let descriptor: FileDescriptor
  /// The folders that were created for it, outermost first.
  private let made: [String]

  /// Creates the folder if it is missing, and claims it.
  ///
  /// - Throws: ``FileError``; its operation is ``FileError/Operation/claim`` if another has it.
  package init(_ path: String) throws(FileError) {
    var made: [String] = []
    descriptor = try Self.claimed(path, making: &made, attemptsLeft: 100)
    self.made = made
    self.path = path
  }

  /// The same, but waits while another process has the folder.
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

  /// Removes a folder that was created but remained empty.
  ///
  /// No other process has it yet, because the lock is released afterwards. A child that is just
  /// being started has the descriptor until its program begins, so closing it would not suffice.
  deinit {
    Self.removeEmpty(made)
    descriptor.unlock()
  }

  /// The locked folder, created again if its former holder removed it in the meantime.
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
      // The folder stays, whichever process created it: that process is about to write there.
      throw FileError(.claim, path: path, code: EWOULDBLOCK)
    }
    // A file system may assign new file numbers at every request.
    guard isLastAttempt || descriptor.isStill(at: path) else {
      throw FileError(.open, path: path, code: ENOENT)
    }
    return descriptor
  }

  /// Opens and discards a file, to know whether files can be created before anything takes time.
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

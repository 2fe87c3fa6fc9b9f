import LibC

/// An open file, which is closed at the end of its owner's lifetime.
///
/// All loops of reading and writing are here: a call interrupted by a signal is repeated, and a
/// short write is continued until the system has accepted or refused everything.
struct FileDescriptor: ~Copyable {
  /// The number of the descriptor; -1 once it is closed.
  private var number: Int32
  /// The path that errors name.
  let path: String

  /// Opens `path` with the flags of open(2); the descriptor does not survive an exec.
  ///
  /// - Parameter name: the name of the file in errors, if the path is a temporary one.
  init(
    opening path: String, flags: Int32, mode: mode_t = 0, reportedAs name: String? = nil
  ) throws(FileError) {
    let name = name ?? path
    try path.refuseZero(.open)
    var opened: Int32 = -1
    repeat {
      // The bytes of the path live only for the call.
      opened = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode) }
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw FileError(.open, path: name, code: errno) }
    number = opened
    self.path = name
  }

  /// Opens a device or a pipe for writing.
  ///
  /// Someone else may have put a pipe there, so the wait for its reader is limited to five seconds.
  init(openingStream path: String, reportedAs name: String) throws(FileError) {
    let deadline = Deadline(after: .seconds(5))
    while true {
      do {
        self = try FileDescriptor(
          opening: path, flags: O_WRONLY | O_NONBLOCK, reportedAs: name)
        // From now on, writing waits for the reader as usual.
        _ = fcntl(number, F_SETFL, O_WRONLY)
        return
      } catch {
        guard error.code == ENXIO, !deadline.isOver else { throw error }
        usleep(10_000)
      }
    }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``FileError`` with the errno of the first refused call; the caller does not learn
  ///   how much was written before it, and discards the file.
  func write(_ bytes: Span<UInt8>) throws(FileError) {
    try Self.write(bytes, to: number, reportedAs: path)
  }

  /// Writes all bytes to a descriptor that someone else closes.
  static func write(
    _ bytes: Span<UInt8>, to number: Int32, reportedAs path: String
  ) throws(FileError) {
    var position = 0
    while position < bytes.count {
      let rest = bytes.extracting(position...)
      // The buffer is the span's own memory, valid for the call, and only read.
      let written = unsafe rest.withUnsafeBytes {
        unsafe LibC.write(number, $0.baseAddress, $0.count)
      }
      if written > 0 {
        position += written
      } else if written == 0 || errno != EINTR {
        throw FileError(.write, path: path, code: written == 0 ? EIO : errno)
      }
    }
  }

  /// Reads the available bytes, at most `buffer.count`.
  ///
  /// - Returns: the number of bytes; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    while true {
      // The buffer is the array's own memory, and read(2) fills at most its count.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe LibC.read(number, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw FileError(.read, path: path, code: errno) }
    }
  }

  /// Reads at most `count` bytes from an offset, independently of other reads; none at the end.
  func read(_ count: Int, from offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      // The buffer is the array's own memory, and pread(2) fills at most its count.
      let size = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(number, $0.baseAddress, $0.count, off_t(offset))
      }
      if size >= 0 {
        bytes.removeLast(count - size)
        return bytes
      }
      guard errno == EINTR else { throw FileError(.read, path: path, code: errno) }
    }
  }

  private var facts: stat? {
    var facts = stat()
    // The pointer to `facts` lives for the call, which fills it.
    return unsafe fstat(number, &facts) == 0 ? facts : nil
  }

  /// The size that the system reports; 0 if it reports none, as for a pipe.
  var statedSizeInBytes: Int {
    guard let facts, facts.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(facts.st_size)
  }

  enum Lock {
    case taken
    case heldByAnother
    /// The file system has no locks.
    case unknown
  }

  /// Locks the file or folder without waiting.
  ///
  /// The system releases the lock when the descriptor is closed, no matter how the process ends.
  func lock() -> Lock {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return .heldByAnother
      default: return .unknown
      }
    }
    return .taken
  }

  /// Releases the lock, even if a copy of the descriptor is open elsewhere.
  func unlock() { _ = flock(number, LOCK_UN) }

  /// Returns true if `path` still leads to the file that was opened.
  func isStill(at path: String) -> Bool {
    guard let opened = facts, let there = FileKind.facts(at: path) else { return false }
    return opened.st_dev == there.st_dev && opened.st_ino == there.st_ino
  }

  /// True if the file is a regular file of this process's user, that is, not a folder, device or
  /// pipe.
  var isOwnFile: Bool {
    facts.map { $0.st_mode & S_IFMT == S_IFREG && $0.st_uid == geteuid() } ?? false
  }

  /// Returns once the bytes are on disk, or at once if the file system does not support this.
  func synchronise() throws(FileError) {
    while fsync(number) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOTSUP, EROFS: return
      default: throw FileError(.synchronise, path: path, code: errno)
      }
    }
  }

  /// Closes the descriptor at once; network file systems report a full disk only at this point.
  mutating func closeNow() throws(FileError) {
    guard number >= 0 else { return }
    let result = close(number)
    // After EINTR, Linux has closed the descriptor; closing it again might close another file.
    number = -1
    guard result == 0 || errno == EINTR else {
      throw FileError(.write, path: path, code: errno)
    }
  }
}

import LibC

/// An operation that the system refused, with the path and the errno.
package struct FileError: Error, Hashable, Sendable {
  package enum Operation: String, Sendable {
    case open
    case read
    case write
    case synchronise
    case rename
    case remove
    /// A file exists that matchmark did not write (EEXIST), or a link (ELOOP).
    case replace
    case createFolder = "create the folder"
    case createInFolder = "create a file in the folder"
    /// Another process writes into the folder (EWOULDBLOCK).
    case claim = "write into the folder"
  }

  package let operation: Operation
  package let path: String
  package let code: Int32
  /// The size limit that the file exceeds; nil if that is not the error.
  package let limitInBytes: Int?

  package init(_ operation: Operation, path: String, code: Int32, limitInBytes: Int? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.limitInBytes = limitInBytes
  }

  package static func tooLong(_ path: String, limitInBytes: Int) -> FileError {
    FileError(.read, path: path, code: EFBIG, limitInBytes: limitInBytes)
  }

  /// True if the reader of the output has closed it, as after `| head`.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// The system's own words for ``code``, except where they would not help.
  package var reason: String {
    switch operation {
    case .claim:
      return "another run is writing there; wait until it ends, or name another folder with -o"
    case .replace:
      let why =
        code == ELOOP ? "it is a link, which may lead elsewhere" : "matchmark did not write it"
      return "\(why); name another place, move it away, or replace it with --force"
    case .open where code == ENXIO: return "no process reads from it"
    default: return Self.reason(of: code)
    }
  }

  static func reason(of code: Int32) -> String {
    // strerror returns a valid string for every code; it is copied at once.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    let expected = limitInBytes.map { ", expected at most \($0) bytes" } ?? ""
    return "cannot \(operation.rawValue) '\(path)': \(reason)\(expected)"
  }
}

/// The kind of file at a path, as far as it matters for reading and replacing it.
package enum FileKind: Sendable {
  case nothing
  case regular
  case folder
  /// A device, a pipe or a socket: bytes are written directly, because there is no content to
  /// replace.
  case stream

  /// Finds the kind of the file at `path`, through symbolic links.
  package init(at path: String) throws(FileError) {
    guard let facts = Self.facts(at: path) else {
      guard errno == ENOENT else { throw FileError(.open, path: path, code: errno) }
      self = .nothing
      return
    }
    self =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .stream
      }
  }

  /// Returns true if there is a named pipe at `path`, through links; opening one waits for the
  /// other side.
  package static func isPipe(at path: String) -> Bool {
    facts(at: path).map { $0.st_mode & S_IFMT == S_IFIFO } ?? false
  }

  /// Returns true if there is a link at `path`, wherever it leads.
  package static func isLink(at path: String) -> Bool {
    var facts = stat()
    // The path and `facts` live for the call.
    guard path.isWhole, unsafe lstat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the system's facts about a path, through links; nil if it refuses.
  static func facts(at path: String) -> stat? {
    var facts = stat()
    guard path.isWhole else {
      errno = EINVAL
      return nil
    }
    // The path and `facts` live for the call.
    return unsafe stat(path, &facts) == 0 ? facts : nil
  }

  /// Returns the path with symbolic links resolved, or `path` itself if nothing exists there yet.
  ///
  /// A link is followed and not replaced: `/dev/stdout` is a link, and so may be a `latest.xml`.
  /// Its target does not have to exist yet.
  static func resolved(_ path: String) throws(FileError) -> String {
    var facts = stat()
    try path.refuseZero(.open)
    // The path and `facts` live for the call.
    guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return path }
    // With a null buffer, realpath(3) returns memory that it allocated, freed below.
    guard let target = unsafe realpath(path, nil) else {
      // Circular links cause another error, so this chain of links ends.
      guard errno == ENOENT else { throw FileError(.open, path: path, code: errno) }
      return try resolved(try next(path))
    }
    defer { unsafe free(target) }
    guard let text = unsafe String(validatingCString: target) else {
      throw FileError(.open, path: path, code: EILSEQ)
    }
    return text
  }

  /// Returns the target of a link, relative to the current folder.
  private static func next(_ path: String) throws(FileError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    // The buffer is the array's own memory, and readlink(2) fills at most its count.
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { throw FileError(.open, path: path, code: errno) }
    let target = bytes[..<count].map { UInt8(bitPattern: $0) }
    guard let target = String(validating: target, as: UTF8.self) else {
      throw FileError(.open, path: path, code: EILSEQ)
    }
    return target.isAbsolutePath ? target : "\(Folder.containing(path))/\(target)"
  }
}

extension String {
  /// True if the text has no U+0000, at which the system would cut it and open another file.
  var isWhole: Bool { !utf8.contains(0) }

  func refuseZero(_ operation: FileError.Operation) throws(FileError) {
    guard isWhole else { throw FileError(operation, path: self, code: EINVAL) }
  }
}

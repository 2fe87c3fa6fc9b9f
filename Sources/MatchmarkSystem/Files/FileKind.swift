#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What stands at a path, as far as reading and replacing it differ.
package enum FileKind: Sendable {
  case nothing
  case regular
  case folder
  /// A device, a pipe or a socket: there is nothing to replace, bytes go straight in.
  case stream

  /// Looks at `path`, through symbolic links.
  package init(at path: String) throws(FileError) {
    var facts = stat()
    // The path and `facts` live for the call.
    guard unsafe stat(path, &facts) == 0 else {
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

  /// The path behind symbolic links, or `path` itself where there is nothing yet.
  ///
  /// A link is written through, not replaced: `/dev/stdout` is one, and so is a `latest.xml`.
  static func resolved(_ path: String) throws(FileError) -> String {
    var facts = stat()
    // The path and `facts` live for the call.
    guard unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return path }
    // With a null buffer realpath(3) answers memory of its own, freed below.
    guard let target = unsafe realpath(path, nil) else {
      throw FileError(.open, path: path, code: errno)
    }
    defer { unsafe free(target) }
    return unsafe String(cString: target)
  }
}

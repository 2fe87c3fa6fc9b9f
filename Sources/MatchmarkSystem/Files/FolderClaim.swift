#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that one process at a time writes a set of files into.
///
/// The claim is a lock of the folder itself: nothing is left in it, and the system gives it back
/// however the process ends. A file system without such locks (some that come over a network)
/// lets everybody in.
package struct FolderClaim: ~Copyable {
  /// The path as given.
  package let path: String
  private let descriptor: FileDescriptor
  private let isNew: Bool

  /// Creates the folder where it is missing, and claims it.
  ///
  /// - Throws: ``FileError``; its operation is ``FileError/Operation/claim`` where another has it.
  package init(_ path: String) throws(FileError) {
    let isNew = try FileKind(at: path) == .nothing
    descriptor = try Self.claimed(path, isNew: isNew)
    self.isNew = isNew
    self.path = path
  }

  /// A folder that was made for nothing goes again.
  deinit { if isNew { Self.removeEmpty(path) } }

  private static func claimed(_ path: String, isNew: Bool) throws(FileError) -> FileDescriptor {
    try Folder.create(path)
    do throws(FileError) {
      let descriptor = try FileDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
      if descriptor.lock() == .heldByAnother {
        throw FileError(.claim, path: path, code: EWOULDBLOCK)
      }
      // Opened and let go: whether files can be created is known before anything takes time.
      _ = try AtomicFile(path: "\(path)/record.json")
      return descriptor
    } catch {
      if isNew { removeEmpty(path) }
      throw error
    }
  }

  private static func removeEmpty(_ path: String) {
    // The path's bytes live for the call, which refuses a folder that holds anything.
    _ = unsafe rmdir(path)
  }
}

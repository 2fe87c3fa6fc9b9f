#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears whole or not at all.
///
/// The bytes go to a temporary file in the same folder; ``finish()`` syncs it, renames it over the
/// path and syncs the folder, so that a kill or a power cut at any moment leaves the old file or
/// the new one. Without ``finish()`` the temporary file is removed and the old file stands. Only a
/// kill leaves the temporary file itself behind, as `.matchmark-<pid>-<random>.tmp`.
///
/// A device or a pipe (`/dev/stdout`, `/dev/null`) is written straight through: renaming a file
/// over it would destroy it.
package struct AtomicFile: ~Copyable {
  /// The path as given; it is taken literally, `-` included.
  package let path: String
  /// The path that appears, behind symbolic links.
  private let target: String
  /// What is written until then; nil where bytes go straight to a device or pipe.
  private let temporaryPath: String?
  private var descriptor: FileDescriptor
  private var isRenamed: Bool

  /// Opens a temporary file beside `path`; the folder must exist (see ``Folder/create(_:)``).
  package init(path: String) throws(FileError) {
    let target = try FileKind.resolved(path)
    let kind = try FileKind(at: target)
    guard kind != .folder else { throw FileError(.open, path: path, code: EISDIR) }
    let temporaryPath = kind == .stream ? nil : Self.temporaryPath(beside: target)
    let flags = temporaryPath == nil ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL
    let descriptor = try FileDescriptor(
      opening: temporaryPath ?? target, flags: flags, mode: 0o666, reportedAs: path)
    self.path = path
    self.target = target
    self.temporaryPath = temporaryPath
    self.descriptor = descriptor
    isRenamed = false
  }

  deinit {
    guard let temporaryPath, !isRenamed else { return }
    // The path's bytes live for the call; a failure has no one left to hear it.
    _ = unsafe unlink(temporaryPath)
  }

  /// Appends `bytes`.
  ///
  /// - Throws: ``FileError`` (a full disk, a file-size limit); the caller lets the file go, and
  ///   with it the temporary one.
  package mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
    try descriptor.write(bytes)
  }

  /// Appends `bytes`.
  package mutating func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }

  /// Makes the file appear under its path, durably.
  ///
  /// - Throws: ``FileError``; the old file then stands, and the temporary one is gone. The
  ///   exception is a folder that cannot be synced after the rename: the new file stands.
  package consuming func finish() throws(FileError) {
    guard let temporaryPath else { return try descriptor.closeNow() }
    try descriptor.synchronise()
    try descriptor.closeNow()
    // Both paths' bytes live for the call.
    guard unsafe rename(temporaryPath, target) == 0 else {
      throw FileError(.rename, path: path, code: errno)
    }
    isRenamed = true
    let folder = try FileDescriptor(
      opening: Folder.containing(target), flags: O_RDONLY | O_DIRECTORY)
    try folder.synchronise()
  }

  /// Writes `bytes` to `path` in one go.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// A name that no other writer picks.
  ///
  /// The process's number keeps processes apart, the random part the files of one process. It does
  /// not grow with the path's own name, which may be at the limit.
  private static func temporaryPath(beside path: String) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(Folder.containing(path))/.matchmark-\(getpid())-\(random).tmp"
  }
}

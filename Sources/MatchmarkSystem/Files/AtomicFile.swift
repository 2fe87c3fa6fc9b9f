import LibC

/// A file that appears completely or not at all.
///
/// The bytes go to a temporary file in the same folder. ``finish()`` syncs it, renames it to the
/// path and syncs the folder, so that a kill or a power cut at any moment leaves either the old
/// file or the new one. Without ``finish()``, the temporary file is removed and the old file stays,
/// even if a signal ends the process. Only SIGKILL leaves the temporary file behind, as
/// `.matchmark-<pid>-<random>.tmp`, until a command opens a file in the folder
/// (``removeAbandoned(in:)``).
///
/// In a ``FileBatch``, the file appears together with the others of the batch.
///
/// A device or a pipe (`/dev/stdout`, `/dev/null`) is written directly, because a rename over it
/// would destroy it.
package struct AtomicFile: ~Copyable {
  /// The path at which the file appears, with symbolic links resolved.
  private let target: String
  /// The temporary file that is written first; nil if the bytes go directly to a device or pipe.
  private let temporary: TemporaryPath?
  private var descriptor: FileDescriptor
  private let batch: FileBatch
  /// True if the file is the only one of its batch, which is then published with it.
  private let isAlone: Bool

  /// Opens a temporary file in the folder of `path`, which must exist (see ``Folder/create(_:)``).
  ///
  /// The path is taken literally, even `-`. Leftovers of killed processes are removed from the
  /// folder, once per batch. A file that the batch may not replace is refused (``OwnFile``).
  package init(path: String, in batch: FileBatch) throws(FileError) {
    try self.init(path: path, of: batch, isAlone: false)
  }

  /// Opens a file that is the only one of its batch.
  package init(path: String, replacing replacement: Replacement) throws(FileError) {
    try self.init(path: path, of: FileBatch(replacing: replacement), isAlone: true)
  }

  private init(path: String, of batch: FileBatch, isAlone: Bool) throws(FileError) {
    try OwnFile.refuse(path, unless: batch.replacement)
    let target = try FileKind.resolved(path)
    let kind = try FileKind(at: target)
    guard kind != .folder else { throw FileError(.open, path: path, code: EISDIR) }
    let folder = Folder.containing(target)
    let temporary = kind == .stream ? nil : TemporaryPath(Self.temporaryPath(nextTo: target))
    if temporary != nil, batch.isFirst(in: folder) { Self.removeAbandoned(in: folder) }
    // Opening a pipe may wait for its reader, and a signal must be able to end that wait.
    let descriptor =
      temporary == nil
      ? try FileDescriptor(openingStream: target, reportedAs: path)
      : try Signals.heldBack { () throws(FileError) in
        try FileDescriptor(
          opening: temporary?.path ?? target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666,
          reportedAs: path)
      }
    // If the file system has no locks, the process number in the name has to suffice.
    if temporary != nil { _ = descriptor.lock() }
    self.target = target
    self.temporary = temporary
    self.descriptor = descriptor
    self.batch = batch
    self.isAlone = isAlone
  }

  /// Appends bytes.
  ///
  /// - Throws: ``FileError`` (a full disk, a file-size limit); the caller then discards this value,
  ///   which removes the temporary file.
  package mutating func write(_ bytes: Span<UInt8>) throws(FileError) {
    try descriptor.write(bytes)
  }

  package mutating func write(_ bytes: [UInt8]) throws(FileError) {
    let bytes = bytes[...]
    try write(bytes.span)
  }

  /// Makes the file appear at its path, durably, or leaves that to the batch.
  ///
  /// - Throws: ``FileError``; the old file then stays, and the temporary file is removed. There is
  ///   one exception: if the folder cannot be synced after the rename, the new file is in place.
  package consuming func finish() throws(FileError) {
    guard let temporary else { return try descriptor.closeNow() }
    try descriptor.synchronise()
    try descriptor.closeNow()
    batch.add(FileBatch.Member(temporary: temporary, target: target, path: descriptor.path))
    if isAlone { try batch.publish() }
  }

  package static func write(
    _ bytes: [UInt8], to path: String, in batch: FileBatch
  ) throws(FileError) {
    try AtomicFile(path: path, in: batch).finish(writing: bytes)
  }

  package static func write(
    _ bytes: [UInt8], to path: String, replacing replacement: Replacement
  ) throws(FileError) {
    try AtomicFile(path: path, replacing: replacement).finish(writing: bytes)
  }

  private consuming func finish(writing bytes: [UInt8]) throws(FileError) {
    try write(bytes)
    try finish()
  }

  /// Returns a name that no other writer chooses.
  ///
  /// The process number distinguishes processes, the random part the files of one process. The name
  /// does not depend on the length of the path's own name, which may be at the limit.
  private static func temporaryPath(nextTo path: String) -> String {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(Folder.containing(path))/\(prefix)\(getpid())-\(random)\(ending)"
  }

  private static let prefix = ".matchmark-"
  private static let ending = ".tmp"
}

extension AtomicFile {
  /// Removes the temporary files that killed processes left in a folder.
  ///
  /// A file that another process still writes must stay. Two conditions protect it: no process has
  /// the number in its name, and no process holds its lock, not even one in another container or on
  /// another machine. Files of another user stay, nothing else in the folder is touched, and files
  /// that cannot be removed are ignored.
  ///
  /// - Complexity: O(names in the folder).
  package static func removeAbandoned(in folder: String) {
    for name in Folder.names(in: folder) {
      guard let number = processNumber(in: name), !ProcessFacts.isRunning(number) else { continue }
      let path = "\(folder)/\(name)"
      // The flags prevent the call from following a link or waiting for a pipe.
      guard
        let file = try? FileDescriptor(opening: path, flags: O_WRONLY | O_NOFOLLOW | O_NONBLOCK),
        file.isOwnFile, file.lock() == .taken
      else { continue }
      try? Folder.remove(path)
    }
  }

  private static func processNumber(in name: String) -> Int32? {
    guard name.hasPrefix(prefix), name.hasSuffix(ending) else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast(ending.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, UInt64(parts[1], radix: 36) != nil, let number = Int32(parts[0]),
      number > 0
    else { return nil }
    return number
  }
}

/// Files that appear together: all of them are completely on disk before the first one appears.
///
/// A full disk therefore leaves the old files, not a mixture. A reader can find files of two runs
/// mixed only in the moment between two renames, during which no signal but SIGKILL ends the
/// process. Until ``publish()`` is called, nothing is visible; if it is never called, every
/// temporary file is removed.
package final class FileBatch {
  /// A file that has been written and is ready to appear.
  struct Member {
    let temporary: TemporaryPath
    let target: String
    /// The path as given by the caller, for errors.
    let path: String
  }

  private var members: [Member] = []
  private var folders: Set<String> = []
  /// The existing files that the files of the batch may replace.
  let replacement: Replacement

  package init(replacing replacement: Replacement) { self.replacement = replacement }

  func isFirst(in folder: String) -> Bool { folders.insert(folder).inserted }

  func add(_ member: Member) { members.append(member) }

  /// Makes all files appear, in the order in which they were finished, durably.
  ///
  /// - Throws: ``FileError``; the files before the one in the error are then the new ones, the
  ///   others are the old ones, and no temporary file remains.
  package func publish() throws(FileError) {
    // The temporary paths are released after the signals that were held back have been delivered.
    let members = members
    defer { withExtendedLifetime(members) {} }
    try Signals.heldBack { () throws(FileError) in try replaceAll() }
  }

  private func replaceAll() throws(FileError) {
    while let member = members.first {
      try Folder.rename(member.temporary.path, to: member.target, reportedAs: member.path)
      members.removeFirst()
    }
    for folder in folders { try Folder.synchronise(folder) }
  }
}

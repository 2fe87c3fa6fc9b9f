import LibC

/// Operations on folders; paths are plain strings, separated by `/`.
package enum Folder {
  /// Creates `path` and every missing folder above it; one that exists already is fine.
  ///
  /// - Throws: ``FileError``, also where a file stands in the way.
  package static func create(_ path: String) throws(FileError) {
    guard !path.isEmpty else { throw FileError(.createFolder, path: path, code: ENOENT) }
    for folder in chain(to: path) { try createOne(folder, whole: path) }
    guard try FileKind(at: path) == .folder else {
      throw FileError(.createFolder, path: path, code: ENOTDIR)
    }
  }

  /// The folders above a path and the path itself, the outermost first.
  private static func chain(to path: String) -> [String] {
    path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") && $0 > path.startIndex }
      .map { String(path[..<$0]) } + [path]
  }

  /// Those of a path's folders that ``create(_:)`` would make, the outermost first.
  ///
  /// - Throws: ``FileError`` where that cannot be told.
  static func missing(in path: String) throws(FileError) -> [String] {
    var missing: [String] = []
    for folder in chain(to: path) where try FileKind(at: folder) == .nothing {
      missing.append(folder)
    }
    return missing
  }

  /// Removes a folder that holds nothing; any other stays.
  package static func removeEmpty(_ path: String) {
    // The path's bytes live for the call, which refuses a folder that holds anything.
    _ = unsafe rmdir(path)
  }

  /// Removes a file; one that is not there is fine.
  ///
  /// - Throws: ``FileError``.
  package static func remove(_ path: String) throws(FileError) {
    // The path's bytes live for the call.
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    throw FileError(.remove, path: path, code: errno)
  }

  /// The folder in which `path` lies: `.` for a bare name, `/` for what lies at the root.
  package static func containing(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The current folder; nil where its path is not UTF-8, or it was removed.
  package static var current: String? {
    // With a null buffer getcwd(3) answers memory of its own, freed below.
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path)
  }

  /// The names of all that lies in a folder, in no order; none where it cannot be read.
  ///
  /// Names that are not UTF-8 are left out: nothing of ours is called so.
  package static func names(in path: String) -> [String] {
    // The path's bytes live for the call; the stream is closed below.
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name is ended by a zero byte inside the entry, which lives until the next call.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Puts a file in the place of another, in one step.
  static func rename(
    _ path: String, to target: String, reportedAs name: String
  ) throws(FileError) {
    // Both paths' bytes live for the call.
    guard unsafe LibC.rename(path, target) == 0 else {
      throw FileError(.rename, path: name, code: errno)
    }
  }

  /// Returns when the names in a folder are on the medium.
  static func synchronise(_ path: String) throws(FileError) {
    try FileDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY).synchronise()
  }

  private static func createOne(_ path: String, whole: String) throws(FileError) {
    // The path's bytes live for the call.
    guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    let code = errno
    // On a read-only or foreign file system mkdir may refuse a folder that is there already.
    guard (try? FileKind(at: path)) != .folder else { return }
    throw FileError(.createFolder, path: whole, code: code)
  }
}

import LibC

/// A copy of a program in its own file.
package enum ProgramCopy {
  private static let chunkSizeInBytes = 1 << 20

  /// Copies a program that its owner may run and change.
  ///
  /// No child that another thread starts meanwhile inherits the open copy: a program that is open
  /// for writing anywhere cannot be started.
  ///
  /// - Throws: ``FileError``, also if there is something at `copy`.
  package static func write(_ program: String, to copy: String) throws(FileError) {
    let source = try FileDescriptor(opening: program, flags: O_RDONLY)
    var target = try FileDescriptor(
      opening: copy, flags: O_WRONLY | O_CREAT | O_EXCL, mode: S_IRWXU)
    var chunk = [UInt8](repeating: 0, count: chunkSizeInBytes)
    while case let count = try source.read(into: &chunk), count > 0 {
      try target.write(chunk.span.extracting(..<count))
    }
    try target.closeNow()
  }
}

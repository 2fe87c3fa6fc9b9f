/// A program that runs as a child of this one and exchanges lines with it over pipes.
///
/// It leads its own process group, so that whatever it starts ends with it. Every wait has a
/// deadline: a child that stops, floods or does not read costs time but never causes a hang. At the
/// end of its owner's lifetime, the whole group is killed and the child reaped; a signal that ends
/// this process ends the group too (``Signals``). Only descendants that leave the group escape.
package struct ChildProcess: ~Copyable {
  /// The number of the process and of its group.
  package let number: Int32
  /// How it ended, once it was reaped.
  package internal(set) var ending: ChildEnding?
  /// How long to wait for what distinguishes one fault from another: a process that closes its
  /// output may be about to end.
  package var settleTime: Duration = .seconds(1)
  /// How many bytes of output may be unread while a request is written.
  package var unreadLimitInBytes = 1 << 20

  var input: PipeEnd
  var output: PipeEnd
  var errors: PipeEnd
  /// Whether the child has closed its input.
  var hasLostInput = false
  var unread = LineBuffer()
  var errorTail = ByteTail(limit: ChildProcess.keptErrorSizeInBytes)
  /// The target of reads, before the bytes are sorted.
  var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// How much of a child's standard error is kept.
  package static let keptErrorSizeInBytes = 64 * 1024

  /// How many children can run at once.
  package static let countLimit = ChildGroups.limit

  /// Starts the program.
  ///
  /// - Throws: ``ChildProcessError/notFound(program:reason:)`` or
  ///   ``ChildProcessError/notStarted(program:reason:)``.
  package init(_ command: ChildCommand) throws(ChildProcessError) {
    let path = try command.programPath()
    let toChild = try ChildPipe(for: command.program)
    let fromChild = try ChildPipe(for: command.program)
    let complaints = try ChildPipe(for: command.program)
    number = try command.start(
      path,
      pipes: [toChild.reading.number, fromChild.writing.number, complaints.writing.number])
    // The child's ends are closed here, because the end of its output must be seen.
    input = toChild.writing
    output = fromChild.reading
    errors = complaints.reading
    input.stopBlocking()
    output.stopBlocking()
    errors.stopBlocking()
  }

  deinit {
    if ending == nil { _ = Self.killAndCollect(number) }
  }

  /// The last output on standard error, at most ``keptErrorSizeInBytes``.
  package var lastErrors: [UInt8] { errorTail.kept }
}

import LibC

/// A small process that briefly outlives this one, and ends the children that it leaves behind.
///
/// SIGKILL runs no code of ours. A child that reads its standard input sees the end of it; one that
/// computes or sleeps would stay forever. So a shell, started with the first child and in its own
/// group, reads from a pipe which groups begin and end. When that pipe closes, however this process
/// ended, the shell kills the remaining groups and exits.
///
/// Linux could send a signal at a parent's death, but only to the child, not to what it started;
/// and it mistakes the end of the thread that started the child for the end of the parent.
enum ChildGuardian {
  /// The pipe that it reads; -1 if none could be started and children only see their input end.
  ///
  /// A child is announced there before its program begins (`cprocess_start`), so that it is never
  /// missed.
  static let pipe = started()

  /// Removes a group that has ended, because its number may be reused.
  ///
  /// A few bytes, which a pipe accepts whole; if the guardian was killed, it no longer matters.
  static func forget(_ group: Int32) {
    guard pipe >= 0 else { return }
    var line = "- \(group)\n"
    // The buffer is the string's own memory, valid for the call, and only read.
    _ = line.withUTF8 { unsafe write(pipe, $0.baseAddress, $0.count) }
  }

  /// The outer shell exits at once, so that the guardian is not a child of this process that could
  /// be waited for.
  private static let script = """
    exec 3<&0
    {
      groups=
      while read -r verb group; do
        rest=
        for other in $groups; do
          if [ "$other" != "$group" ]; then rest="$rest $other"; fi
        done
        groups=$rest
        if [ "$verb" = + ]; then groups="$groups $group"; fi
      done
      for group in $groups; do kill -KILL "-$group"; done
    } <&3 3<&- &
    """

  private static func started() -> Int32 {
    // The path's bytes live for the call.
    let nowhere = PipeEnd(adopting: unsafe open("/dev/null", O_WRONLY | O_CLOEXEC))
    guard nowhere.isOpen, let ends = try? ChildPipe(for: "/bin/sh") else { return -1 }
    var number: Int32 = 0
    let code = ChildCommand.start(
      "/bin/sh", ["sh", "-c", script], [],
      (
        folder: nil, pipes: [ends.reading.number, nowhere.number, nowhere.number], announcement: -1
      ),
      &number)
    guard code == 0 else { return -1 }
    ChildProcess.collect(number)
    // A stopped guardian must not stop this process.
    ends.writing.stopBlocking()
    return ends.writing.release()
  }
}

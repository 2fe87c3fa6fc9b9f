import LibC

/// A small process that outlives this one by a moment, and ends the children that it leaves behind.
///
/// SIGKILL runs no code of ours. A child that reads its standard input sees the end of it; one that
/// computes, or sleeps, would stay for ever. So a shell, started with the first child and in a
/// group of its own, reads the groups that begin and end from a pipe. When that pipe ends, however
/// this process did, it kills the groups that are left, and goes.
///
/// Linux could send a signal at a parent's death, but to the child alone, not to what it started;
/// and it takes the end of the thread that started the child for the end of the parent.
enum ChildGuardian {
  /// Where it reads; -1 where none could be started, and children only have the end of their input.
  ///
  /// A child is announced there before its program begins (`cprocess_start`), so that there is no
  /// moment in which it would be missed.
  static let pipe = started()

  /// No longer: the group has ended, and its number may become another's.
  ///
  /// A few bytes, which a pipe takes whole; a guardian that was killed does not matter any more.
  static func forget(_ group: Int32) {
    guard pipe >= 0 else { return }
    var line = "- \(group)\n"
    // The buffer is the string's own memory, valid for the call, and only read.
    _ = line.withUTF8 { unsafe write(pipe, $0.baseAddress, $0.count) }
  }

  /// Its grandparent is gone at once, so that it is no child of this process that could be waited
  /// for.
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
    // A guardian that was stopped must not stop this process.
    ends.writing.stopBlocking()
    return ends.writing.release()
  }
}

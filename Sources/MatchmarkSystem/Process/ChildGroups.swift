import CProcess
import LibC
import Synchronization

/// The process groups of all running children, which are ended together with this process by a
/// signal.
///
/// Each child has its own group, so a Ctrl-C at the terminal does not reach it. The signal handler
/// may neither lock nor allocate, so the groups are stored as atomics in fixed slots. If SIGKILL
/// ends this process, none of its code runs: ``ChildWatchdog`` then ends the groups. Besides, each
/// child reads the end of its standard input, because no other process holds the other side of that
/// pipe.
enum ChildGroups {
  static let limit = 256
  /// The longest time for which the tidy groups may remove their files.
  private static let tidyingTimeInMilliseconds = 500

  private final class Slot: Sendable {
    /// The number of a group; negative if it is tidy (``ChildCommand/isTidy``).
    let group = Atomic<Int32>(0)
  }

  private static let slots = (0..<limit).map { _ in Slot() }
  /// The number of threads that must not be interrupted: those starting a child, until its group is
  /// in a slot, and those publishing or removing files, until they are done.
  private static let holdingCount = Atomic<Int>(0)
  private static let endingSignal = Atomic<Int32>(0)

  /// Creates the slots, because a handler must not be the first to access them.
  static func prepare() {
    _ = slots[0].group.load(ordering: .relaxed)
    _ = holdingCount.load(ordering: .relaxed)
    _ = endingSignal.load(ordering: .relaxed)
  }

  /// Runs `start`, which returns the number of a new group or nil, and stores the number.
  ///
  /// A signal in the meantime ends the process as soon as the number is known: either its handler
  /// sees that a start is in progress and leaves the ending to this function, or this function sees
  /// the signal.
  ///
  /// - Returns: false if all slots are taken; nothing is started then.
  static func register(isTidy: Bool, _ start: () -> Int32?) -> Bool {
    holdingCount.add(1, ordering: .sequentiallyConsistent)
    defer { endHolding() }
    // A slot is first reserved with a number that belongs to no group, and then gets the number of
    // the group.
    guard endingSignal.load(ordering: .sequentiallyConsistent) == 0, let slot = takeSlot() else {
      return false
    }
    let group = start() ?? 0
    slots[slot].group.store(isTidy ? -group : group, ordering: .sequentiallyConsistent)
    return true
  }

  /// Delays the end of this process until ``endHolding()``.
  ///
  /// Calls must not be nested. If a signal arrived first, its handler may be running in another
  /// thread; this thread then waits forever.
  static func beginHolding() {
    holdingCount.add(1, ordering: .sequentiallyConsistent)
    guard endingSignal.load(ordering: .sequentiallyConsistent) != 0 else { return }
    endHolding()
    while true { pause() }
  }

  /// Lets the process end if a signal has arrived in the meantime.
  static func endHolding() {
    holdingCount.subtract(1, ordering: .sequentiallyConsistent)
    let signal = endingSignal.load(ordering: .sequentiallyConsistent)
    if signal != 0 { endAll(by: signal) }
  }

  /// Removes a group before its leader is reaped and the number can be reused.
  static func remove(_ group: Int32) {
    for slot in slots where abs(slot.group.load(ordering: .sequentiallyConsistent)) == group {
      slot.group.store(0, ordering: .sequentiallyConsistent)
    }
    ChildWatchdog.forget(group)
  }

  /// Ends every group and this process; runs in a signal handler, so it does only what is safe
  /// there.
  ///
  /// It returns if the end is being delayed; the thread that delays it then ends the process.
  static func endAll(by signal: Int32) {
    endingSignal.store(signal, ordering: .sequentiallyConsistent)
    guard holdingCount.load(ordering: .sequentiallyConsistent) == 0 else { return }
    letTidyGroupsEnd()
    killAll()
    Signals.leave(after: signal)
  }

  /// Sends SIGTERM to the leaders of the tidy groups, and waits until they have ended; runs in a
  /// signal handler.
  private static func letTidyGroupsEnd() {
    for slot in 0..<limit {
      let group = -slots[slot].group.load(ordering: .sequentiallyConsistent)
      if group > 1 { kill(group, SIGTERM) }
    }
    for _ in 0..<tidyingTimeInMilliseconds {
      let isDone = (0..<limit).allSatisfy { slot in
        let group = -slots[slot].group.load(ordering: .sequentiallyConsistent)
        var value: Int32 = 0
        // The pointer to `value` lives only for the call.
        return group <= 1 || Int(unsafe cprocess_ending(group, &value)) != CPROCESS_RUNNING
      }
      if isDone { return }
      usleep(1_000)
    }
  }

  /// Kills every group; runs in a signal handler.
  static func killAll() {
    for slot in 0..<limit {
      let group = abs(slots[slot].group.load(ordering: .sequentiallyConsistent))
      guard group > 1 else { continue }
      kill(-group, SIGKILL)
      // The child may have joined another group.
      kill(group, SIGKILL)
    }
  }

  private static func takeSlot() -> Int? {
    (0..<limit).first { slot in
      slots[slot].group.compareExchange(
        expected: 0, desired: 1, ordering: .sequentiallyConsistent
      ).exchanged
    }
  }
}

/// A small process that outlives this one for a moment and ends the children that are still
/// running.
///
/// SIGKILL runs no code of this process. A child that reads its standard input sees its end, but
/// one that computes or sleeps would run forever. So a shell, which is started with the first child
/// and has its own group, reads from a pipe which groups begin and end. When that pipe is closed,
/// no matter how this process ended, the shell kills the remaining groups and exits.
///
/// Linux can send a signal when a parent dies, but only to the child, not to the processes that the
/// child started; and it treats the end of the thread that started the child as the end of the
/// parent.
enum ChildWatchdog {
  /// The pipe from which the watchdog reads; -1 if no watchdog could be started, so that children
  /// only see the end of their input.
  ///
  /// A child is announced on this pipe before its program begins (`cprocess_start`), so that none
  /// is missed.
  static let pipe = started()

  /// Removes a group that has ended, because its number may be reused.
  ///
  /// A pipe accepts the few bytes as a whole; if the watchdog was killed, they no longer matter.
  static func forget(_ group: Int32) {
    guard pipe >= 0 else { return }
    var line = "- \(group)\n"
    // The buffer is the string's own memory, valid for the call, and only read.
    _ = line.withUTF8 { unsafe write(pipe, $0.baseAddress, $0.count) }
  }

  /// The outer shell exits at once, so that the watchdog is not a child of this process, which
  /// might wait for it.
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
      for group in $groups; do kill -KILL "-$group"; kill -KILL "$group"; done
    } <&3 3<&- &
    """

  private static func started() -> Int32 {
    // The bytes of the path live only for the call.
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
    // A stopped watchdog must not stop this process.
    ends.writing.stopBlocking()
    return ends.writing.release()
  }
}

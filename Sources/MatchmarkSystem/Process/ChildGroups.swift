import LibC
import Synchronization

/// The process groups of all running children, which a signal that ends this process also ends.
///
/// Each child has its own group, so a Ctrl-C at the terminal does not reach it. The signal handler
/// may neither lock nor allocate; hence atomics in fixed slots. If SIGKILL ends this process, no
/// code runs: then ``ChildGuardian`` ends the groups, and each child reads the end of its
/// standard input, because no other process holds the other side of that pipe.
enum ChildGroups {
  /// How many children can run at once.
  static let limit = 256

  private static let slots = InlineArray<256, Atomic<Int32>> { _ in Atomic(0) }
  /// How many threads are doing something that must not be interrupted: with children, between the
  /// decision to start them and their slot; with files, between their places.
  private static let holdingCount = Atomic<Int>(0)
  /// The signal that ends this process, if any.
  private static let endingSignal = Atomic<Int32>(0)

  /// Creates the slots; a handler must not be the first to touch them.
  static func prepare() {
    _ = slots[0].load(ordering: .relaxed)
    _ = holdingCount.load(ordering: .relaxed)
    _ = endingSignal.load(ordering: .relaxed)
  }

  /// Runs `start`, which returns the number of a new group or nil, and remembers the number.
  ///
  /// A signal in the meantime ends the process as soon as the number is known: either its handler
  /// sees that a start is under way and leaves the ending to this function, or this function sees
  /// the signal.
  ///
  /// - Returns: false if all slots are taken; nothing is started then.
  static func register(_ start: () -> Int32?) -> Bool {
    holdingCount.add(1, ordering: .sequentiallyConsistent)
    defer { endHolding() }
    // A slot is first reserved with a number that is no group's, then gets its own.
    guard endingSignal.load(ordering: .sequentiallyConsistent) == 0, let slot = takeSlot() else {
      return false
    }
    slots[slot].store(start() ?? 0, ordering: .sequentiallyConsistent)
    return true
  }

  /// Delays the end of this process until ``endHolding()``.
  ///
  /// Calls must not be nested. If a signal came first, its handler may be running in another
  /// thread; then this thread goes no further.
  static func beginHolding() {
    holdingCount.add(1, ordering: .sequentiallyConsistent)
    guard endingSignal.load(ordering: .sequentiallyConsistent) != 0 else { return }
    endHolding()
    while true { pause() }
  }

  /// Lets the process end if a signal has arrived in the meantime.
  static func endHolding() {
    holdingCount.subtract(1, ordering: .sequentiallyConsistent)
    endIfSignalled()
  }

  /// Forgets a group before its leader is reaped and the number can be reused.
  static func remove(_ group: Int32) {
    for slot in 0..<limit where slots[slot].load(ordering: .sequentiallyConsistent) == group {
      slots[slot].store(0, ordering: .sequentiallyConsistent)
    }
    ChildGuardian.forget(group)
  }

  /// Ends every group and this process; runs in a handler, so it does only what a handler may do.
  ///
  /// Returns if the end is being delayed: the thread that delays it ends the process.
  static func endAll(by signal: Int32) {
    endingSignal.store(signal, ordering: .sequentiallyConsistent)
    guard holdingCount.load(ordering: .sequentiallyConsistent) == 0 else { return }
    killAll()
    Signals.leave(after: signal)
  }

  /// Kills every group; runs in a handler.
  static func killAll() {
    for slot in 0..<limit {
      let group = slots[slot].load(ordering: .sequentiallyConsistent)
      if group > 1 { kill(-group, SIGKILL) }
    }
  }

  private static func endIfSignalled() {
    let signal = endingSignal.load(ordering: .sequentiallyConsistent)
    if signal != 0 { endAll(by: signal) }
  }

  private static func takeSlot() -> Int? {
    (0..<limit).first { slot in
      slots[slot].compareExchange(
        expected: 0, desired: 1, ordering: .sequentiallyConsistent
      ).exchanged
    }
  }
}

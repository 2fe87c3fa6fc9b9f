import LibC
import Synchronization

/// The process groups of all children that run: what a signal that ends this process takes along.
///
/// A child has a group of its own, so a Ctrl-C at the terminal does not reach it. The handler of
/// the signal may neither lock nor allocate; hence atomics in fixed slots. Should this process be
/// ended by SIGKILL, no code runs: then ``ChildGuardian`` ends the groups, and each child reads the
/// end of its standard input, for no other process holds the other side of that pipe.
enum ChildGroups {
  /// How many children can run at once.
  static let limit = 256

  private static let slots = InlineArray<256, Atomic<Int32>> { _ in Atomic(0) }
  /// How many threads do what must not be ended halfway: children between the decision to start
  /// them and their slot, files between their places.
  private static let holdingCount = Atomic<Int>(0)
  /// The signal that ends this process, once there is one.
  private static let endingSignal = Atomic<Int32>(0)

  /// Makes the slots; a handler must not be the first to touch them.
  static func prepare() {
    _ = slots[0].load(ordering: .relaxed)
    _ = holdingCount.load(ordering: .relaxed)
    _ = endingSignal.load(ordering: .relaxed)
  }

  /// Runs `start`, which answers the number of a new group or nil, and remembers the number.
  ///
  /// A signal that comes meanwhile ends the process as soon as the number is known: either its
  /// handler sees that a start is under way and leaves the end to this function, or this function
  /// sees the signal.
  ///
  /// - Returns: false where all slots are taken; nothing is started then.
  static func register(_ start: () -> Int32?) -> Bool {
    holdingCount.add(1, ordering: .sequentiallyConsistent)
    defer { endHolding() }
    // A slot is taken by a number that is no group's, and given its own afterwards.
    guard endingSignal.load(ordering: .sequentiallyConsistent) == 0, let slot = takeSlot() else {
      return false
    }
    slots[slot].store(start() ?? 0, ordering: .sequentiallyConsistent)
    return true
  }

  /// Holds back the end of this process until ``endHolding()``.
  ///
  /// Not inside of itself. Where a signal was first, its handler may be at work in another thread:
  /// this one goes no further.
  static func beginHolding() {
    holdingCount.add(1, ordering: .sequentiallyConsistent)
    guard endingSignal.load(ordering: .sequentiallyConsistent) != 0 else { return }
    endHolding()
    while true { pause() }
  }

  /// Lets the process end, where a signal has come meanwhile.
  static func endHolding() {
    holdingCount.subtract(1, ordering: .sequentiallyConsistent)
    endIfSignalled()
  }

  /// Forgets a group, before its leader is collected and the number can become another's.
  static func remove(_ group: Int32) {
    for slot in 0..<limit where slots[slot].load(ordering: .sequentiallyConsistent) == group {
      slots[slot].store(0, ordering: .sequentiallyConsistent)
    }
    ChildGuardian.forget(group)
  }

  /// Ends every group and this process; inside a handler, with nothing that a handler may not do.
  ///
  /// Returns where a signal is held back: the thread that holds it ends the process.
  static func endAll(by signal: Int32) {
    endingSignal.store(signal, ordering: .sequentiallyConsistent)
    guard holdingCount.load(ordering: .sequentiallyConsistent) == 0 else { return }
    killAll()
    Signals.leave(after: signal)
  }

  /// Kills every group; inside a handler.
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

import MatchmarkEngines
import Synchronization

/// Work whose calls are counted without the optimiser's knowledge.
///
/// The optimiser is told that `square` has no effects, so it may delete calls whose result is not
/// used and merge calls with the same input, as it does with a pure matcher; the count shows how
/// many remain. It is here and not with its tests because those are never optimised.
package enum CountedWork {
  private static let calls = Atomic(0)

  /// The calls that remain of `repetitions` with barriers on input and output.
  package static func callsBetweenBarriers(repetitions: Int) -> Int {
    count {
      var input = 3
      for _ in 0..<repetitions {
        Barrier.pass(&input)
        Barrier.consume(square(input))
      }
    }
  }

  /// The calls that remain of `repetitions` with a barrier on the input only.
  package static func callsAfterInputBarrier(repetitions: Int) -> Int {
    count {
      var input = 3
      for _ in 0..<repetitions {
        Barrier.pass(&input)
        _ = square(input)
      }
    }
  }

  /// The calls that remain of `repetitions` with a barrier on the output only.
  package static func callsBeforeOutputBarrier(repetitions: Int) -> Int {
    count {
      let input = 3
      for _ in 0..<repetitions { Barrier.consume(square(input)) }
    }
  }

  private static func count(in work: () -> Void) -> Int {
    let before = calls.load(ordering: .sequentiallyConsistent)
    work()
    return calls.load(ordering: .sequentiallyConsistent) - before
  }

  @inline(never) @_effects(readnone)
  private static func square(_ number: Int) -> Int {
    calls.add(1, ordering: .sequentiallyConsistent)
    return number &* number
  }
}

#if !DEBUG
  import MatchmarkMeasurement
  import Synchronization
  import Testing

  /// Work whose calls are counted behind the optimiser's back.
  ///
  /// The optimiser is told that `square` has no effect, so it may delete calls whose result nobody
  /// reads and make one of many with the same input, as it does with a pure matcher; the count
  /// tells how many were left. Debug builds optimise nothing and would prove nothing.
  @Suite("Barriers", .serialized)
  struct BarrierTests {
    private static let repetitions = 100

    @Test("between barriers on input and output every repetition is done")
    func both() {
      let count = CountedWork.count {
        var input = 3
        for _ in 0..<Self.repetitions {
          Barrier.pass(&input)
          Barrier.consume(CountedWork.square(input))
        }
      }
      #expect(count == Self.repetitions)
    }

    @Test("without a barrier on the output the work is deleted, which the count notices")
    func inputOnly() {
      let count = CountedWork.count {
        var input = 3
        for _ in 0..<Self.repetitions {
          Barrier.pass(&input)
          _ = CountedWork.square(input)
        }
      }
      #expect(count < Self.repetitions)
    }

    @Test("without a barrier on the input the work is done once, which the count notices")
    func outputOnly() {
      let count = CountedWork.count {
        let input = 3
        for _ in 0..<Self.repetitions { Barrier.consume(CountedWork.square(input)) }
      }
      #expect(count < Self.repetitions)
    }
  }

  private enum CountedWork {
    private static let calls = Atomic(0)

    /// The calls of ``square(_:)`` that are left in `work`.
    static func count(in work: () -> Void) -> Int {
      let before = calls.load(ordering: .sequentiallyConsistent)
      work()
      return calls.load(ordering: .sequentiallyConsistent) - before
    }

    @inline(never) @_effects(readnone)
    static func square(_ number: Int) -> Int {
      calls.add(1, ordering: .sequentiallyConsistent)
      return number &* number
    }
  }
#endif

/// The letters of a row in sets, which say that a needle is not in it, or bound its score.
///
/// A set has a bit for each of ``FuzzyAlphabet/markCount`` marks, which several letters may share.
struct FuzzyMarks: Sendable {
  /// The letters that begin something; the last bit is set if any other letter has a bonus.
  private(set) var starts: UInt64 = 0
  /// The pairs of neighbours; see ``pair(_:_:)``.
  private(set) var pairs = PairSet()

  private static let innerBonus: UInt64 = 1 << UInt64(FuzzyAlphabet.markCount)

  /// The greatest bonus that a letter which begins nothing may have in the row.
  @inline(__always) var innerBonus: Int32 {
    starts & Self.innerBonus != 0 ? LetterClass.innerBonus : 0
  }

  /// True if a pair of letters may be neighbours in the row.
  @inline(__always) func mayHave(_ pair: PairSet) -> Bool {
    pairs.low & pair.low | pairs.high & pair.high != 0
  }

  /// The bit of a pair of neighbours.
  static func pair(_ first: UInt8, _ second: UInt8) -> PairSet {
    let bit = (UInt64(first) * 27 + UInt64(second) * 5) % 128
    return bit < 64 ? PairSet(low: 1 << bit) : PairSet(high: 1 << (bit - 64))
  }

  /// A set of 128 pairs.
  struct PairSet: Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0
  }

  /// Collects the sets letter by letter.
  struct Builder {
    /// All letters.
    private(set) var letters: UInt64 = 0
    private(set) var marks = FuzzyMarks()
    private var before = LetterClass.blank
    private var last: UInt8?

    /// - Parameter all: the pairs of neighbours of all rows.
    mutating func add(_ mark: UInt8, _ own: LetterClass, _ all: inout FuzzyPairs) {
      letters |= 1 << UInt64(mark)
      let bonus = own.bonus(after: before)
      if bonus >= LetterClass.boundaryBonus {
        marks.starts |= 1 << UInt64(mark)
      } else if bonus > 0 {
        marks.starts |= FuzzyMarks.innerBonus
      }
      if let last {
        let pair = FuzzyMarks.pair(last, mark)
        marks.pairs.low |= pair.low
        marks.pairs.high |= pair.high
        all.insert(last, mark)
      }
      (before, last) = (own, mark)
    }
  }
}

/// The pairs of neighbours that occur in any row, by their marks.
struct FuzzyPairs: Sendable {
  /// For each first mark, the set of second ones.
  private var seconds = [UInt64](repeating: 0, count: Int(FuzzyAlphabet.markCount))

  mutating func insert(_ first: UInt8, _ second: UInt8) {
    seconds[Int(first)] |= 1 << UInt64(second)
  }

  func contains(_ first: UInt8, _ second: UInt8) -> Bool {
    seconds[Int(first)] >> UInt64(second) & 1 != 0
  }
}

/// The letters of a needle, as far as they bound the scores of rows.
struct FuzzyBound {
  /// A letter and what it needs to continue a run.
  struct Step {
    /// The bit of the letter.
    let letter: UInt64
    /// The bit of the letter before it and itself; 0 if no row has them as neighbours.
    var pair = FuzzyMarks.PairSet()
    /// True for the first letter of a term.
    var isFirst = false
  }

  /// The letters of all terms.
  let steps: [Step]

  /// - Parameter pairs: the pairs of neighbours of all rows.
  init(_ terms: [FuzzyTerm], _ pairs: FuzzyPairs) {
    steps = terms.flatMap { term in
      term.marks.indices.map { place in
        var step = Step(letter: 1 << UInt64(term.marks[place]), isFirst: place == 0)
        if place > 0, pairs.contains(term.marks[place - 1], term.marks[place]) {
          step.pair = FuzzyMarks.pair(term.marks[place - 1], term.marks[place])
        }
        return step
      }
    }
  }

  /// The set of all letters.
  var letters: UInt64 { steps.reduce(0) { $0 | $1.letter } }

  /// The greatest score that any row can have.
  var greatest: Int32 {
    steps.reduce(0) { sum, step in
      sum + FuzzyScore.match + LetterClass.greatestBonus * (step.isFirst ? 2 : 1)
    }
  }
}

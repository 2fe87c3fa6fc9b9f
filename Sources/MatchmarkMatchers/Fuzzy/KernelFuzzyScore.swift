/// The matrix of a row and a term, line by line; its memory serves all rows of a search.
///
/// The score is that of the dynamic program of fzf, which does not always find the best alignment.
/// Only the cells whose letter occurs in the term are visited; between them, a gap costs a known
/// amount.
///
/// Safety: the memory belongs to this value alone, which frees it. There is a cell for each letter
/// of the longest row and of the longest term. Codes are below the number of codes of the alphabet,
/// for which the tables have an entry each.
@safe struct FuzzyScore: ~Copyable {
  static let match: Int32 = 16
  static let consecutiveBonus: Int32 = 4
  static let gapStart: Int32 = -3
  static let gapExtension: Int32 = -1

  /// A letter of the row that occurs in the term: two numbers in one word, so that collecting them
  /// costs one store.
  private struct Letter {
    private let bits: UInt64

    init(place: Int, number: UInt32) {
      bits = UInt64(truncatingIfNeeded: place) << 32 | UInt64(number)
    }

    var place: Int32 { Int32(truncatingIfNeeded: bits >> 32) }
    /// The number of the letter in the term.
    var number: UInt32 { UInt32(truncatingIfNeeded: bits) }
  }

  /// The bonus of such a letter, and its state in the last line that it is part of.
  private struct Cell {
    var bonus: Int32 = 0
    var state = State()
  }

  /// The score of a cell, and the run of matches that ends there.
  private struct State {
    var score: Int32 = 0
    /// The bonus of the first letter of the run.
    var firstBonus: Int32 = 0
    /// True if the score is that of a gap, and no run ends here.
    var isInGap = false

    /// The score after some more places without a match.
    @inline(__always) func score(after distance: Int32) -> Int32 {
      if distance == 0 { return score }
      let first = isInGap ? FuzzyScore.gapExtension : FuzzyScore.gapStart
      return max(0, score + first + (distance - 1) * FuzzyScore.gapExtension)
    }
  }

  /// A term: its letters, and the number of each code.
  @unsafe private struct Term {
    let letters: UnsafeMutableBufferPointer<UInt32>
    let numbers: UnsafeMutableBufferPointer<UInt32>
  }

  private let terms: UnsafeMutableBufferPointer<Term>
  private let classes: UnsafeMutableBufferPointer<LetterClass>
  /// The bonus of each class after each class, eight to a line.
  private let bonuses: UnsafeMutableBufferPointer<Int32>
  private let letters: UnsafeMutableBufferPointer<Letter>
  private let cells: UnsafeMutableBufferPointer<Cell>
  /// The first cell of each letter of a term, greedily from the left, and the last one, greedily
  /// from the right: matches outside belong to no alignment.
  private let firsts: UnsafeMutableBufferPointer<Int>
  private let lasts: UnsafeMutableBufferPointer<Int>

  /// - Parameters:
  ///   - classes: the class of each code.
  ///   - longest: the number of letters of the longest row.
  init(_ terms: [FuzzyTerm], _ classes: [LetterClass], longest: Int) {
    unsafe self.terms = .copy(
      of: terms.map {
        unsafe Term(letters: .copy(of: $0.letters), numbers: .copy(of: $0.numbers))
      })
    unsafe self.classes = .copy(of: classes)
    unsafe bonuses = .copy(
      of: (0..<64).map { index in
        guard let before = LetterClass(rawValue: UInt8(index / 8)),
          let own = LetterClass(rawValue: UInt8(index % 8))
        else { return 0 }
        return own.bonus(after: before)
      })
    // One more, which a letter that does not occur in the term may be written to.
    unsafe letters = .copy(
      of: Array(repeating: Letter(place: 0, number: 0), count: longest + 1))
    unsafe cells = .copy(of: Array(repeating: Cell(), count: longest))
    let longestTerm = terms.map { $0.letters.count }.max() ?? 0
    unsafe firsts = .copy(of: Array(repeating: 0, count: longestTerm))
    unsafe lasts = .copy(of: Array(repeating: 0, count: longestTerm))
  }

  deinit {
    for index in unsafe terms.indices {
      unsafe terms[index].letters.deallocate()
      unsafe terms[index].numbers.deallocate()
    }
    unsafe terms.deallocate()
    unsafe classes.deallocate()
    unsafe bonuses.deallocate()
    unsafe letters.deallocate()
    unsafe cells.deallocate()
    unsafe firsts.deallocate()
    unsafe lasts.deallocate()
  }

  /// Returns the sum of the scores of a row for all terms; nil if it lacks letters of one.
  ///
  /// - Complexity: O(letters of the row + letters of the row that occur in a term × letters of the
  ///   term).
  @inline(__always) func score<Code: UnsignedInteger>(
    of row: UnsafeBufferPointer<Code>
  ) -> Int32? {
    var sum: Int32 = 0
    for index in unsafe terms.indices {
      let term = unsafe terms[index]
      let count = unsafe collectLetters(of: row, term)
      guard unsafe findFirsts(of: term.letters, among: count) else { return nil }
      sum += unsafe score(of: row, for: term, count)
    }
    return sum
  }

  /// Collects the letters of the row that occur in the term.
  ///
  /// - Returns: their number.
  @inline(__always) private func collectLetters<Code: UnsignedInteger>(
    of row: UnsafeBufferPointer<Code>, _ term: Term
  ) -> Int {
    var count = 0
    for place in row.indices {
      let number = unsafe term.numbers[Int(row[place])]
      unsafe letters[count] = Letter(place: place, number: number)
      count &+= number.oneUnlessZero
    }
    return count
  }

  /// Finds the first place of each letter; returns false if letters of the term are missing.
  @inline(__always) private func findFirsts(
    of wanted: UnsafeMutableBufferPointer<UInt32>, among count: Int
  ) -> Bool {
    var found = 0
    for index in 0..<count where unsafe letters[index].number == wanted[found] {
      unsafe firsts[found] = index
      found += 1
      if found == wanted.count { return true }
    }
    return false
  }

  /// Finds the last place of each letter.
  private func findLasts(of wanted: UnsafeMutableBufferPointer<UInt32>, among count: Int) {
    var index = count - 1
    for place in wanted.indices.reversed() {
      while unsafe letters[index].number != wanted[place] { index -= 1 }
      unsafe lasts[place] = index
      index -= 1
    }
  }

  private func score<Code: UnsignedInteger>(
    of row: UnsafeBufferPointer<Code>, for term: Term, _ count: Int
  ) -> Int32 {
    let wanted = unsafe term.letters
    unsafe findLasts(of: wanted, among: count)
    for index in unsafe firsts[0]...lasts[wanted.count - 1] {
      let place = unsafe Int(letters[index].place)
      let before = place == 0 ? LetterClass.blank : unsafe classes[Int(row[place - 1])]
      let own = unsafe classes[Int(row[place])]
      unsafe cells[index].bonus = bonuses[Int(before.rawValue) << 3 | Int(own.rawValue)]
    }
    if wanted.count == 1 { return unsafe scoreOfLetter(firsts[0]...lasts[0]) }
    unsafe startLine(wanted[0], firsts[0]...lasts[0])
    var greatest: Int32 = 0
    for line in 1..<wanted.count { greatest = unsafe nextLine(line, wanted) }
    return greatest
  }

  /// The greatest score up to the first letter that begins something, where the original stops.
  private func scoreOfLetter(_ indices: ClosedRange<Int>) -> Int32 {
    var greatest: Int32 = 0
    for index in indices {
      let bonus = unsafe cells[index].bonus
      greatest = max(greatest, Self.match + 2 * bonus)
      if bonus >= LetterClass.boundaryBonus { break }
    }
    return greatest
  }

  /// Fills the line of the first letter, where a match counts even if a gap would score more.
  private func startLine(_ letter: UInt32, _ indices: ClosedRange<Int>) {
    for index in indices where unsafe letters[index].number == letter {
      let bonus = unsafe cells[index].bonus
      unsafe cells[index].state = State(score: Self.match + 2 * bonus, firstBonus: bonus)
    }
  }

  /// Replaces a line with the next one, which needs the scores at its upper left.
  ///
  /// - Returns: the greatest score.
  private func nextLine(_ line: Int, _ wanted: UnsafeMutableBufferPointer<UInt32>) -> Int32 {
    let (upper, own) = unsafe (wanted[line - 1], wanted[line])
    let ownFirst = unsafe firsts[line]
    var (above, abovePlace) = (State(), Int32.min)
    var (last, lastPlace) = (State(), Int32.min)
    var greatest: Int32 = 0
    for index in unsafe firsts[line - 1]...lasts[line] {
      let letter = unsafe letters[index]
      let cell = unsafe cells[index]
      if letter.number == own, index >= ownFirst {
        // The first cell of a line follows no gap of it.
        let gap =
          lastPlace == .min
          ? Self.gapStart
          : last.score(after: letter.place - lastPlace - 1)
            + (last.isInGap || letter.place > lastPlace + 1 ? Self.gapExtension : Self.gapStart)
        last = extended(above, letter.place - abovePlace - 1, by: cell.bonus, gap)
        lastPlace = letter.place
        unsafe cells[index].state = last
        greatest = max(greatest, last.score)
      }
      if letter.number == upper {
        (above, abovePlace) = (cell.state, letter.place)
      }
    }
    return greatest
  }

  /// The state of a cell whose letter is that of the line.
  ///
  /// - Parameters:
  ///   - above: the last cell above it and to the left.
  ///   - distance: the number of places between the two.
  ///   - gap: the score without the match.
  @inline(__always) private func extended(
    _ above: State, _ distance: Int32, by own: Int32, _ gap: Int32
  ) -> State {
    let matched = above.score(after: distance) + Self.match
    var state = State(score: matched + own, firstBonus: own)
    let isRun = distance == 0 && !above.isInGap
    if isRun, own < LetterClass.boundaryBonus || own <= above.firstBonus {
      state.firstBonus = above.firstBonus
      state.score = matched + max(own, above.firstBonus, Self.consecutiveBonus)
    }
    // Without the run's bonus, the match would score even less.
    return state.score < gap ? State(score: gap, isInGap: true) : state
  }
}

extension UnsafeMutableBufferPointer {
  /// New memory with the elements of an array, which the caller frees.
  fileprivate static func copy(of elements: [Element]) -> Self {
    let copy = Self.allocate(capacity: elements.count)
    _ = unsafe copy.initialize(fromContentsOf: elements)
    return unsafe copy
  }
}

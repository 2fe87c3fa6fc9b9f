/// A term of a needle, as it is looked for in the rows of one list.
struct FuzzyTerm {
  /// The number of each letter among the different letters of the term, from 1.
  let letters: [UInt32]
  /// For each code of the list, the number of the letter that it is read as; 0 for other letters.
  let numbers: [UInt32]
  /// The mark of each letter.
  let marks: [UInt8]

  /// - Returns: nil if no row has one of its letters.
  init?(_ term: [Unicode.Scalar], _ alphabet: FuzzyAlphabet) {
    let lowered = term.map { LetterClass($0) == .upper ? $0.lowered : $0.value }
    let reading = FuzzyAlphabet.Reading(
      ignoresCase: !term.contains { $0.properties.isUppercase },
      ignoresAccents: lowered.allSatisfy { LatinLetters.plain($0) == nil })
    var numbers = [UInt32](repeating: 0, count: alphabet.count)
    var different: [UInt32] = []
    var letters: [UInt32] = []
    for scalar in term {
      let letter = reading.letter(scalar)
      if let known = different.firstIndex(of: letter) {
        letters.append(UInt32(known + 1))
        continue
      }
      let codes = alphabet.codes(readAs: letter, reading)
      guard !codes.isEmpty else { return nil }
      different.append(letter)
      letters.append(UInt32(different.count))
      for code in codes { numbers[code] = UInt32(different.count) }
    }
    self.letters = letters
    self.numbers = numbers
    marks = term.map { FuzzyAlphabet.mark(of: $0.value) }
  }
}

/// The scalars of all rows as codes, the shortest row first.
struct FuzzyText: Sendable {
  /// The codes in as few bytes as they need.
  enum Codes: Sendable {
    case bytes([UInt8])
    case pairs([UInt16])
    case scalars([UInt32])
  }

  let codes: Codes

  var byteCount: Int {
    let codeSize =
      switch codes {
      case .bytes: 1
      case .pairs: 2
      case .scalars: 4
      }
    return Int(ends[ends.count - 1]) * codeSize
      + rows.count * (2 * 4 + 8 + MemoryLayout<FuzzyMarks>.stride)
  }

  /// The number of the row at each place, in the order of length without outer white space, then
  /// of number.
  let rows: [UInt32]
  /// The end of the codes of each place, after a 0.
  let ends: [UInt32]
  /// The set of the letters of each place; see ``FuzzyMarks``.
  let letters: [UInt64]
  /// The letters of each place, as far as they bound its score.
  let marks: [FuzzyMarks]
  /// The pairs of neighbours of all rows.
  let pairs: FuzzyPairs
  /// The number of codes of the longest row.
  let longest: Int

  init(_ texts: [String], _ alphabet: FuzzyAlphabet) {
    let lengths = texts.map { $0.lengthWithoutOuterWhiteSpace }
    let rows = texts.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    var ends: [UInt32] = [0]
    var letters: [UInt64] = []
    var marks: [FuzzyMarks] = []
    var pairs = FuzzyPairs()
    func codes<Code: UnsignedInteger>(_: Code.Type) -> [Code] {
      var codes: [Code] = []
      for row in rows {
        var builder = FuzzyMarks.Builder()
        for scalar in texts[row].unicodeScalars {
          let code = alphabet.code(scalar)
          codes.append(Code(code))
          builder.add(alphabet.marks[code], alphabet.classes[code], &pairs)
        }
        ends.append(UInt32(codes.count))
        letters.append(builder.letters)
        marks.append(builder.marks)
      }
      return codes
    }
    self.codes =
      switch alphabet.count {
      case ...0x100: .bytes(codes(UInt8.self))
      case ...0x1_0000: .pairs(codes(UInt16.self))
      default: .scalars(codes(UInt32.self))
      }
    self.rows = rows.map { UInt32($0) }
    (self.ends, self.letters, self.marks, self.pairs) = (ends, letters, marks, pairs)
    longest = zip(ends, ends.dropFirst()).reduce(0) { max($0, Int($1.1 - $1.0)) }
  }
}

extension String {
  /// The number of scalars between the first and the last that are not white space.
  fileprivate var lengthWithoutOuterWhiteSpace: Int {
    var (count, end, blanks) = (0, 0, 0)
    for scalar in unicodeScalars {
      count += 1
      if LetterClass(scalar) != .blank { end = count } else if end == 0 { blanks += 1 }
    }
    return max(0, end - blanks)
  }
}

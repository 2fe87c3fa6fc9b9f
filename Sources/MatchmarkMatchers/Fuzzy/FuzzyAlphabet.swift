import MatchmarkCore

/// The different scalars of a list, each with a code, and what a needle needs to know about them.
struct FuzzyAlphabet: Sendable {
  /// The reading of letters that a term asks for.
  struct Reading: Sendable {
    let ignoresCase: Bool
    let ignoresAccents: Bool

    /// The letter that a scalar is read as.
    func letter(_ scalar: Unicode.Scalar) -> UInt32 {
      let isLowered = ignoresCase && LetterClass(scalar) == .upper
      let letter = isLowered ? scalar.lowered : scalar.value
      return ignoresAccents ? LatinLetters.plain(letter) ?? letter : letter
    }

    fileprivate var number: Int { (ignoresCase ? 1 : 0) + (ignoresAccents ? 2 : 0) }

    /// All readings in the order of their numbers.
    fileprivate static let all = [false, true].flatMap { ignoresAccents in
      [false, true].map { Reading(ignoresCase: $0, ignoresAccents: ignoresAccents) }
    }
  }

  /// The class of each code.
  let classes: [LetterClass]
  /// The number of each code in the sets of letters of rows.
  let marks: [UInt8]
  /// The scalars in ascending order; a code is a place in it.
  private let scalars: [UInt32]
  /// For each reading, the codes in ascending order of the letters that they are read as.
  private let codes: [[(letter: UInt32, code: UInt32)]]

  /// - Parameter rows: the texts whose scalars get codes.
  init(_ rows: [String]) {
    var seen = Bitmap(bitCount: 0x11_0000)
    for row in rows {
      for scalar in row.unicodeScalars { seen.insert(Int(scalar.value)) }
    }
    var found: [Unicode.Scalar] = []
    seen.visit { value in
      if let scalar = Unicode.Scalar(UInt32(value)) { found.append(scalar) }
      return true
    }
    scalars = found.map { $0.value }
    classes = found.map { LetterClass($0) }
    marks = found.map { Self.mark(of: $0.value) }
    codes = Reading.all.map { reading in
      found.enumerated().map { (letter: reading.letter($1), code: UInt32($0)) }
        .sorted { ($0.letter, $0.code) < ($1.letter, $1.code) }
    }
  }

  var count: Int { scalars.count }

  /// The memory that it holds, in bytes.
  var byteCount: Int { count * (4 + 1 + 1 + Reading.all.count * (4 + 4)) }

  /// The code of a scalar of the rows.
  ///
  /// - Complexity: O(log codes).
  func code(_ scalar: Unicode.Scalar) -> Int {
    scalars.partitioningIndex { $0 >= scalar.value }
  }

  /// The codes that are read as a letter.
  ///
  /// - Complexity: O(log codes + result).
  func codes(readAs letter: UInt32, _ reading: Reading) -> [Int] {
    let codes = codes[reading.number]
    let first = codes.partitioningIndex { $0.letter >= letter }
    return codes[first...].prefix { $0.letter == letter }.map { Int($0.code) }
  }

  /// The number of a scalar in a set of letters, below ``markCount``: the same for all scalars that
  /// any reading takes as equal.
  static func mark(of scalar: UInt32) -> UInt8 {
    let letter = commonLetter(scalar)
    return switch letter {
    case 0x61...0x7A: UInt8(letter - 0x61)
    case 0x30...0x39: UInt8(letter - 0x30 + 26)
    default: UInt8(letter % 27 + 36)
    }
  }

  /// The letter that stands for all that any reading takes as equal.
  ///
  /// Readings disagree about a letter that is plain only in upper case, such as Ⱥ, and small
  /// capitals are read as capitals.
  private static func commonLetter(_ scalar: UInt32) -> UInt32 {
    guard let own = Unicode.Scalar(scalar), scalar >= 0x41 else { return scalar }
    let lowered = LetterClass(own) == .upper ? own.lowered : scalar
    let upper = own.properties.uppercaseMapping.unicodeScalars
    let forms = [scalar, lowered] + (upper.count == 1 ? upper.map { $0.value } : [])
    let letter = forms.compactMap(LatinLetters.plain).first ?? lowered
    return (0x41...0x5A).contains(letter) ? letter + 32 : letter
  }

  /// The number of marks.
  static let markCount: UInt8 = 63
}

/// The classes of letters, in the order on which bonuses depend.
enum LetterClass: UInt8, Sendable {
  case blank, other, delimiter, lower, upper, letter, digit

  init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar {
      case "a"..."z": .lower
      case "A"..."Z": .upper
      case "0"..."9": .digit
      case "/", ",", ":", ";", "|": .delimiter
      default: scalar.properties.isWhitespace ? .blank : Self(scalar.properties.generalCategory)
      }
  }

  private init(_ category: Unicode.GeneralCategory) {
    self =
      switch category {
      case .lowercaseLetter: .lower
      case .uppercaseLetter: .upper
      case .titlecaseLetter, .modifierLetter, .otherLetter: .letter
      case .decimalNumber, .letterNumber, .otherNumber: .digit
      default: .other
      }
  }

  /// The bonus of a letter of this class after one of another class; before the first letter of a
  /// row stands a blank.
  func bonus(after before: LetterClass) -> Int32 {
    if rawValue >= Self.other.rawValue {
      switch before {
      case .blank: return Self.greatestBonus
      case .delimiter: return 9
      case .other: return Self.boundaryBonus
      default: break
      }
    }
    if before == .lower && self == .upper || before != .digit && self == .digit {
      return Self.innerBonus
    }
    return switch self {
    case .other, .delimiter: Self.boundaryBonus
    case .blank: Self.greatestBonus
    default: 0
    }
  }

  /// The bonus from which on a letter begins something.
  static let boundaryBonus: Int32 = 8
  /// The greatest bonus of a letter that begins nothing.
  static let innerBonus: Int32 = 7
  /// The greatest bonus.
  static let greatestBonus: Int32 = 10
}

extension Unicode.Scalar {
  /// The lower-case letter of an upper-case one, without the marks that Unicode adds to it.
  var lowered: UInt32 {
    if ("A"..."Z").contains(self) { return value + 32 }
    return properties.lowercaseMapping.unicodeScalars.first?.value ?? value
  }
}

internal import MatchmarkCore
internal import MatchmarkJSON

extension EngineRanking {
  init(_ object: MessageField) throws(MessageError) {
    self.init(
      elapsedInNanoseconds: try object["elapsed_ns"].integers(), ids: try object["ids"].integers())
    scores = try object["scores"].ifPresent?.array().map { score throws(MessageError) in
      try score.number()
    }
    positions = try object["positions"].ifPresent?.array().map { places throws(MessageError) in
      try places.integers()
    }
  }

  /// Checks that scores and positions, if there are any, belong to the ids.
  func checkCounts() throws(MessageError) {
    for (name, count) in [("scores", scores?.count), ("positions", positions?.count)] {
      guard let count, count != ids.count else { continue }
      throw MessageError(at: name, got: "\(count)", expected: "\(ids.count), one for each of 'ids'")
    }
  }

  var json: JSONValue {
    [
      "elapsed_ns": .list(elapsedInNanoseconds), "ids": .list(ids),
      "scores": scores.map { .array($0.map(Self.number)) },
      "positions": positions.map { .array($0.map { .list($0) }) },
    ]
  }

  /// Returns a score, without a fraction if it is whole.
  private static func number(_ score: Double) -> JSONValue {
    Int(exactly: score).map { JSONValue($0) } ?? JSONValue(score)
  }
}

extension MessageField {
  /// Reads any number.
  fileprivate func number() throws(MessageError) -> Double {
    switch value {
    case .integer(let number)?: return Double(number)
    case .number(let text)?:
      guard let number = Double(text) else { throw wrong("a number") }
      return number
    default: throw wrong("a number")
    }
  }
}

extension RankingRules {
  private static let keys = [
    "family", "case", "folding", "blanks", "ties", "infix", "narrows", "corpusDependent",
    "positions", "empty", "spec", "budget",
  ]

  /// Reads the rules that an engine declares; what it leaves out is not required of it.
  ///
  /// An unknown rule is refused: the engine would not be held to what it means to promise.
  init(_ object: MessageField) throws(MessageError) {
    _ = try object.object([], optional: Self.keys)
    self.init(
      family: try object["family"].ifPresent?.choice(Family.self),
      letterCase: try object["case"].ifPresent?.choice(LetterCase.self),
      folding: try object["folding"].ifPresent?.choice(Folding.self),
      blanks: try object["blanks"].ifPresent?.choice(Blanks.self))
    ties =
      try object["ties"].ifPresent?.array().map { tie throws(MessageError) in
        try tie.choice(Tie.self)
      } ?? []
    findsInfixes = try object["infix"].ifPresent?.boolean() ?? findsInfixes
    narrows = try object["narrows"].ifPresent?.boolean() ?? false
    isCorpusDependent = try object["corpusDependent"].ifPresent?.boolean() ?? false
    positions = try object["positions"].ifPresent?.choice(PositionUnit.self)
    emptyNeedle = try object["empty"].ifPresent?.choice(EmptyNeedle.self)
    spec = try object["spec"].ifPresent?.choice(Spec.self)
    if let pairs = object["budget"].ifPresent { budget = try EditBudget(pairs) }
    if let contradiction {
      throw MessageError(
        at: "rules", got: contradiction, expected: "rules that can hold together")
    }
  }

  var json: JSONValue {
    [
      "family": family.map { .string($0.rawValue) },
      "case": letterCase.map { .string($0.rawValue) },
      "folding": folding.map { .string($0.rawValue) },
      "blanks": blanks.map { .string($0.rawValue) },
      "ties": ties.isEmpty ? nil : .list(ties.map(\.rawValue)),
      "infix": .boolean(findsInfixes), "narrows": .boolean(narrows),
      "corpusDependent": .boolean(isCorpusDependent),
      "positions": positions.map { .string($0.rawValue) },
      "empty": emptyNeedle.map { .string($0.rawValue) },
      "spec": spec.map { .string($0.rawValue) },
      "budget": budget.map { .array($0.edits.map { .list([$0.length, $0.count]) }) },
    ]
  }
}

extension RankingRules.EditBudget {
  fileprivate init(_ field: MessageField) throws(MessageError) {
    var pairs: [(length: Int, count: Int)] = []
    for pair in try field.array() {
      let numbers = try pair.integers()
      guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }) else {
        throw pair.wrong("a length and a number of edits")
      }
      pairs.append((length: numbers[0], count: numbers[1]))
    }
    guard zip(pairs, pairs.dropFirst()).allSatisfy({ $0.length < $1.length }) else {
      throw field.wrong("pairs whose lengths ascend")
    }
    self.init(pairs)
  }
}

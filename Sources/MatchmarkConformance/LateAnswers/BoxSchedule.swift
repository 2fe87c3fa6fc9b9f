internal import MatchmarkJSON
package import MatchmarkSession

/// A schedule: what a person does, how long they wait, and when which search is answered.
///
/// It names no box: what a box lacks is left out when the schedule is played. In the end every
/// search is answered, and every timer runs out.
package struct BoxSchedule: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case person(BoxEvent)
    /// The app leaves the screen: the box is saved and ended.
    case leave
    /// The box is made again from its saved state.
    case comeBack
    /// Time passes, in milliseconds.
    case wait(Int)
    /// Time passes until the box wants to be woken.
    case tick
    /// A search is answered in full, with its first page, or with a failure. The searches that are
    /// still to be answered are numbered from 0, the oldest first; a larger number means the last.
    case answer(Int)
    case answerPage(Int)
    case fail(Int)
  }

  /// The number of the last search that is still to be answered, however many there are.
  static let last = 9

  package var steps: [Step]
  /// True if the searches that are left in the end are answered from the last one to the first.
  package var endsInReverse: Bool

  package init(_ steps: [Step], endsInReverse: Bool = false) {
    self.steps = steps
    self.endsInReverse = endsInReverse
  }
}

extension BoxSchedule: Shrinkable {
  /// Leaves out steps; then shortens waits, names the oldest search, and answers in order.
  package static let reductions: [@Sendable (inout SmallestCase<BoxSchedule>) -> Bool] = [
    { $0.shrinkList(\.steps) },
    { $0.dropRuns() },
    { $0.dropPairs() },
    { $0.found.endsInReverse && $0.attempt { $0.endsInReverse = false } },
    { $0.simplifySteps() },
  ]

  package var sizeInBytes: Int { steps.count * 16 }
}

extension BoxSchedule.Step {
  /// Simpler steps that may do the same, the simplest first.
  fileprivate var simpler: [BoxSchedule.Step] {
    switch self {
    case .wait(let time): time > 1 ? [.tick, .wait(1), .wait(time / 2)] : []
    case .answerPage(let search):
      [.answer(search)] + (search > 0 ? [.answerPage(0), .answerPage(search - 1)] : [])
    case .fail(let search):
      [.answer(search)] + (search > 0 ? [.fail(0), .fail(search - 1)] : [])
    case .answer(let search): search > 0 ? [.answer(0), .answer(search - 1)] : []
    case .person(.type(let text)): text == "a" ? [] : [.person(.type("a"))]
    case .person(.paste): [.person(.type("a"))]
    case .person(.press(let row)): row > 0 ? [.person(.press(0))] : []
    case .person(.selectScope(let scope)): scope > 1 ? [.person(.selectScope(1))] : []
    default: []
    }
  }
}

extension SmallestCase where Case == BoxSchedule {
  /// Leaves out neighbouring steps that cancel each other out, such as a letter and a backspace.
  fileprivate mutating func dropRuns() -> Bool {
    for length in 2..<max(2, min(found.steps.count, 6)) {
      for start in 0...(found.steps.count - length)
      where attempt({ $0.steps.removeSubrange(start..<start + length) }) {
        return true
      }
    }
    return false
  }

  /// Leaves out two steps that are apart, such as a letter and the answer to its search.
  fileprivate mutating func dropPairs() -> Bool {
    let indices = found.steps.indices
    for first in indices {
      for second in indices where second > first + 1 {
        let worked = attempt { schedule in
          schedule.steps.remove(at: second)
          schedule.steps.remove(at: first)
        }
        if worked { return true }
      }
    }
    return false
  }

  fileprivate mutating func simplifySteps() -> Bool {
    var isChanged = false
    for index in found.steps.indices {
      for simpler in found.steps[index].simpler where attempt({ $0.steps[index] = simpler }) {
        isChanged = true
        break
      }
    }
    return isChanged
  }
}

// MARK: In files

extension BoxSchedule {
  /// Reads the members of a stored case.
  init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object(StoredFind.keys + ["steps"], optional: ["endsInReverse"])
    self.init(
      try object["steps"].array().map { step throws(ConformanceError) in try Step(step) },
      endsInReverse: try object["endsInReverse"].ifPresent?.boolean() ?? false)
  }

  var members: [JSONValue.Member] {
    [
      JSONValue.Member("steps", .array(steps.map(\.json))),
      JSONValue.Member("endsInReverse", .boolean(endsInReverse)),
    ]
  }
}

extension BoxSchedule.Step {
  private static let plain: [(name: String, step: BoxSchedule.Step)] = [
    ("leave", .leave), ("come-back", .comeBack), ("tick", .tick),
  ]
  private static let numbers = [
    "wait": "milliseconds", "answer": "search", "answer-page": "search", "fail": "search",
  ]

  fileprivate init(_ reader: CaseReader) throws(ConformanceError) {
    let name = try reader["event"].string()
    if let form = Self.plain.first(where: { $0.name == name }) {
      _ = try reader.object(["event"])
      self = form.step
    } else if let key = Self.numbers[name] {
      let number = try reader.object(["event", key])[key].integer(
        in: 0...Self.largestNumber, expected: "a whole number of at most \(Self.largestNumber)")
      self =
        switch name {
        case "wait": .wait(number)
        case "answer": .answer(number)
        case "answer-page": .answerPage(number)
        default: .fail(number)
        }
    } else if let event = try BoxEvent(reader, named: name) {
      self = .person(event)
    } else {
      let known = Self.plain.map(\.name) + Self.numbers.keys.sorted() + BoxEvent.personNames
      throw .unknown("event", name, known: known, at: reader["event"].place)
    }
  }

  /// The limit on waiting times in milliseconds, one day, and on the numbers of searches.
  private static let largestNumber = 86_400_000

  fileprivate var json: JSONValue {
    func step(_ name: String, _ number: Int) -> JSONValue {
      .object([
        .init("event", .string(name)), .init(Self.numbers[name] ?? "", .integer(number)),
      ])
    }
    switch self {
    case .person(let event): return event.json
    case .wait(let time): return step("wait", time)
    case .answer(let search): return step("answer", search)
    case .answerPage(let search): return step("answer-page", search)
    case .fail(let search): return step("fail", search)
    case .leave, .comeBack, .tick:
      let name = Self.plain.first { $0.step == self }?.name ?? ""
      return .object([.init("event", .string(name))])
    }
  }
}

internal import MatchmarkCore
internal import MatchmarkSession

/// Random schedules: bursts of typing with corrections, answers in any order, in two parts, or as
/// failures, pauses around the debounce of a box, and everything that ends a search.
struct RandomBoxSchedule {
  private var generator: SeededGenerator

  init(_ generator: SeededGenerator) { self.generator = generator }

  private static let waits = [1, 10, 50, 100, 150, 200, 300, 400, 500, 1_000]
  private static let stepLimit = 20

  mutating func schedule() -> BoxSchedule {
    var steps: [BoxSchedule.Step] = []
    let count = 3 + generator.below(Self.stepLimit - 3)
    // Rare events are rare in all schedules, but frequent in some.
    let rarity = generator.pick([0.05, 0.2, 0.5])
    while steps.count < count {
      switch generator.below(10) {
      case 0..<5: steps += generator.chance(rarity) ? rareSteps() : [typing()]
      case 5..<8: steps.append(answer())
      default: steps.append(generator.chance(0.5) ? .tick : .wait(generator.pick(Self.waits)))
      }
    }
    return BoxSchedule(steps, endsInReverse: generator.chance(0.5))
  }

  private mutating func typing() -> BoxSchedule.Step {
    generator.chance(0.75)
      ? .person(.type(generator.chance(0.6) ? "a" : "b")) : .person(.backspace)
  }

  private mutating func answer() -> BoxSchedule.Step {
    // The last one, which overtakes the others, about as often as the oldest.
    let search = generator.pick([0, 0, 1, 2, BoxSchedule.last])
    return switch generator.below(6) {
    case 0: .answerPage(search)
    case 1: .fail(search)
    default: .answer(search)
    }
  }

  private mutating func rareSteps() -> [BoxSchedule.Step] {
    switch generator.below(14) {
    case 0: [.person(.addToken(generator.pick(["t1", "t2"])))]
    case 1: [.person(.removeToken)]
    case 2, 3: [.person(.selectScope(generator.below(3)))]
    case 4, 5: [.person(.submit)]
    case 6: [.person(.press(generator.below(3))), .person(.release)]
    case 7, 12, 13:
      [.person(.press(generator.below(3))), answer(), .person(.release)]
    case 8: [.person(.cancel)]
    case 9: [.person(generator.chance(0.5) ? .clear : .paste("ab"))]
    case 10: [.person(.dismiss)]
    // Such an answer is often one to a search of the life before, which the box must ignore.
    default: [.leave, .comeBack] + (generator.chance(0.3) ? [answer()] : [])
    }
  }
}

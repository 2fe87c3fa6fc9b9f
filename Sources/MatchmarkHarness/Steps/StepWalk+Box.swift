import MatchmarkEngines
import MatchmarkJSON
import MatchmarkRecord
import MatchmarkSession
import MatchmarkSystem

extension StepWalk {
  /// Takes a search box through a schedule in which a letter is typed and answered; only a hunt
  /// holds it to the clauses.
  func walkBox(_ tally: inout Tally) {
    tally.questionCount = BoxSteps.count
    observe(.beganBox)
    var steps = BoxSteps()
    var stepCount = 0
    func tell(_ name: String, _ verdict: StepVerdict, isAnswer: Bool = false) {
      stepCount += 1
      let step = EngineStep(name, nil, verdict)
      observe(.took(step, reproduction: steps.reproduction(launch.command)))
      tally.add(step)
      if isAnswer { tally.answerCount += 1 }
    }
    do throws(EngineFailure) {
      guard let client = try BoxClient(launch) else { return }
      while let (name, request) = steps.next(client.rules) {
        let reply = try client.send(request)
        tell(name, steps.verdict(on: reply), isAnswer: true)
      }
      try client.bye()
      tell("bye", .ok("it ended"))
    } catch {
      tell(error.phase.rawValue, .failure(error))
      tally.notRunCount += BoxSteps.count + 1 - stepCount
      observe(.notRun(BoxSteps.count + 1 - stepCount))
    }
  }
}

/// The steps of a search box: it starts, hears a letter, asks, and shows the answer.
private struct BoxSteps {
  static let count = 5
  private static let rows = ["a-1", "a-2"]

  private var place = 0
  private var sent: [BoxRequest] = []
  private var time = 0
  private var wakeAt: Int?
  /// The number of the search for `a`; nil until it is asked for.
  private var search: Int?

  mutating func next(_ rules: BoxRules) -> (name: String, BoxRequest)? {
    place += 1
    let step: (String, BoxRequest)
    switch place {
    case 1: step = ("start", .start(savedState: nil))
    case 2: step = ("type \"a\"", .event(.type("a"), time: 0))
    case 3:
      // A box without a debounce has already asked, and hears nothing new.
      time = wakeAt ?? time
      step = ("wake at \(time) ms", .event(.wake, time: time))
    case 4:
      let answer = BoxAnswer.rows(Self.rows, total: Self.rows.count, isComplete: true)
      step = ("answer to \"a\"", .event(.answer(search: search ?? 0, answer), time: time))
    case 5: step = ("backspace", .event(.backspace, time: time))
    default: return nil
    }
    sent.append(step.1)
    return step
  }

  mutating func verdict(on reply: BoxReply) -> StepVerdict {
    guard let display = reply.display else { return .ok("") }
    wakeAt = reply.reaction.wakeAt
    search = search ?? reply.reaction.asks.first { $0.query.text == "a" }?.search
    switch place {
    case 3 where search == nil:
      return .wrong(
        StepMistake("got no search, expected one for \"a\": 'ask' in a reply to 'event'"))
    case 4 where display.rows != Self.rows:
      return .wrong(
        StepMistake("got the rows \(display.rows), expected \(Self.rows): 'rows' of the display"))
    case 5 where !display.rows.isEmpty && display.field.text.isEmpty:
      return .wrong(StepMistake("got rows in an empty field, expected none"))
    default:
      let asks = reply.reaction.asks.map { "asks for \($0.query), " }.joined()
      return .ok(
        "\(asks)shows \(display.field.text.debugDescription), \(display.state.rawValue), "
          + QuantityFormat.rows(display.rows.count))
    }
  }

  /// The shell line that sends all steps so far.
  func reproduction(_ command: [String]) -> String {
    let hello = EngineRequest.hello(protocolVersion: EngineRequest.protocolVersion).text
    let words = ["printf", "%s\\n", hello] + sent.map(\.json.text)
    return ShellWord.line(words) + " | " + ShellWord.line(command)
  }
}

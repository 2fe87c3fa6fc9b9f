import ArgumentParser
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord

enum Pace: String, ExpressibleByArgument, CaseIterable {
  case none
  /// Also with the pauses of a person who types.
  case human
}

struct MeasuringOptions: ParsableArguments {
  @Option(
    help: """
      Measure in this many processes, one after another, because two processes of one program \
      differ by their memory layout.
      """, transform: NumberRange.forks.whole)
  var forks: Int?

  @Option(
    help: """
      human: also replay the sessions with a person's pauses between keys, and show both figures.
      """)
  var pace = Pace.none

  @Option(
    help: ArgumentHelp(
      "With --pace human: replay each cell for about this time (seconds, 3s, 500ms).",
      visibility: .hidden),
    transform: NumberRange.paceTime.number)
  var paceTime = 15.0

  @Option(
    help: """
      Fail (exit code 3) where a figure exceeds this: p99=8.33ms. p50 and p99 are over medians, \
      raw-p99 and max over single samples. With fewer than 100 keystrokes, the slowest one counts \
      as the p99. Repeat for several.
      """, transform: NumberRange.budget.budget)
  var budget: [Budget] = []

  @Flag(
    help: """
      Time wrong and declined answers too, such as those of an app's own search. They are not \
      ranked; the report says how many differ and what most differences have in common.
      """)
  var timeWrong = false

  @Flag(help: ArgumentHelp("Measure even with a debug build.", visibility: .hidden))
  var allowDebug = false

  func adjusted(_ planned: [Plan]) -> [Plan] {
    var planned = planned
    for index in planned.indices {
      if pace == .human { planned[index].suite.effort.pacedSeconds = paceTime }
      planned[index].suite.budgets += budget
      planned[index].suite.effort.timesWrong = timeWrong
    }
    return planned
  }
}

struct FloorOptions: ParsableArguments {
  @Option(
    help: """
      Ignore differences up to this: 3% or 0.03; the default is 3%, or 1% for counts. Differences \
      within the noise of the run are ignored as well.
      """, transform: NumberRange.floor.number)
  var floor: Double?
}

import ArgumentParser
import Foundation
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

extension NameSpecification {
  static var matcher: NameSpecification { [.customShort("e"), .customLong("matcher")] }
  static var output: NameSpecification { [.customShort("o"), .customLong("output")] }
}

enum ColourMode: String, ExpressibleByArgument, CaseIterable {
  case auto
  case always
  case never
}

extension Terminal {
  /// Returns true if a descriptor is a terminal that obeys control sequences: colours and cursor
  /// movement.
  ///
  /// It does not if `TERM` is `dumb` or not set; git has the same rule.
  static func obeysSequences(_ number: Int32) -> Bool {
    guard isTerminal(number) else { return false }
    return !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
  }
}

extension Screen {
  static var isAvailable: Bool { Terminal.isTerminal(0) && Terminal.obeysSequences(1) }
}

/// The style of text on a terminal.
struct ColourOptions: ParsableArguments {
  @Option(
    name: [.customLong("color"), .customLong("colour")],
    help: """
      Colour the output: auto (on a terminal that is not dumb, unless NO_COLOR is set), always, \
      never.
      """)
  var colour = ColourMode.auto

  var style: TextStyle {
    switch colour {
    case .always: TextStyle(isColoured: true)
    case .never: TextStyle(isColoured: false)
    case .auto: TextStyle(isColoured: Terminal.obeysSequences(1) && !hasNoColour)
    }
  }

  private var hasNoColour: Bool {
    ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty == false
  }

  /// The columns of the terminal, or what COLUMNS says; nil if lines may have any width.
  var width: Int? {
    let wanted = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return (wanted ?? Terminal.width(of: 1)).map { max($0, Self.leastWidth) }
  }

  /// A narrower terminal leaves no room for a table.
  private static let leastWidth = 40
}

struct ScreenOptions: ParsableArguments {
  @OptionGroup var colour: ColourOptions

  @Flag(help: "Show everything, not only what fits on one screen.")
  var details = false
}

struct ProgressOptions: ParsableArguments {
  @Flag(help: "Show no progress.")
  var noProgress = false
}

struct DisplayOptions: ParsableArguments {
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var progress: ProgressOptions

  var details: Bool { screen.details }
  var noProgress: Bool { progress.noProgress }
  var style: TextStyle { screen.colour.style }
}

extension JUnitDialect: ExpressibleByArgument {}

struct JUnitOptions: ParsableArguments {
  @Option(
    help: """
      The dialect of the JUnit report: common (Jenkins and most others), ant (valid for Ant's \
      schema, too).
      """)
  var junitDialect = JUnitDialect.common
}

extension DisplayOptions {
  /// This program and perhaps another one, to be counted with a line about each count.
  func counting(_ other: String? = nil) -> ExactCounts.Programs {
    ExactCounts.Programs(own: context.invocation.program, other: other) { line in
      if !noProgress { StandardError.write("\(line)") }
    }
  }
}

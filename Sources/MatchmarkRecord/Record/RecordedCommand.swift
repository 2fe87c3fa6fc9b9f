import MatchmarkSystem

/// The part of a record's command that is safe to show to a reader.
///
/// A record may come from a stranger, and a reader may paste the commands that a report shows. So
/// the command is rebuilt from lists of commands that measure, and of options that determine the
/// object and the duration of the measurement. Options that only determine where and how results
/// appear are left out. A file of engines and another build start programs, so placeholders stand
/// for them. Anything else (a path as a suite, a program after `--`, another command) makes the
/// whole command unknown.
package struct RecordedCommand: Sendable {
  /// The words after the program's name.
  package let words: [String]

  private static let commands: Set<String> = [
    "run", "verify", "check",
  ]
  private static let values: Set<String> = [
    "--corpus", "--profile", "--text", "--folding", "--rank", "--delimiter", "--sessions", "--seed",
    "--delivery", "--matcher-option", "--queries",
    "--rounds", "--max-time", "--forks", "--budget", "--pace", "--pace-time", "--timeout",
    "--floor", "--sizes",
  ]
  /// The options whose values are names of matchers, engines, cells or baselines.
  private static let names: Set<String> = [
    "--matcher", "--engine", "--require", "--filter", "--baseline",
  ]
  private static let flags: Set<String> = [
    "--quick", "--fail-fast", "--exact", "--strict", "--time-wrong", "--allow-debug",
    "--conformance", "--no-reports", "--no-header",
  ]
  private static let short = ["-e": "--matcher", "-f": "--filter", "-x": "--fail-fast"]
  private static let hiddenValues: Set<String> = [
    "-o", "--output", "--write-profile", "--junit-dialect", "--baseline-folder", "--color",
    "--colour", "--divergences", "--badge",
  ]
  private static let hiddenFlags: Set<String> = [
    "--json", "--json-verdict", "--no-progress", "--details", "--fresh", "--force",
    "--create-missing",
  ]
  /// The placeholder for an engine file that only the run itself knew.
  package static let engineFile = "ENGINES.yaml"
  /// The placeholder for the program of another build.
  private static let otherBuild = "OTHER-BUILD"
  /// The limit of words, which exceeds what any person would type.
  private static let wordLimit = 1_000

  /// Rebuilds a command; the result is nil if the command contains a word that is on no list.
  ///
  /// - Parameters:
  ///   - commandLine: the program's name and its arguments.
  ///   - ownPaths: the reader's own paths by option, for a line that is shown only to this reader;
  ///     without a path, an option has a placeholder or is left out.
  package init?(_ commandLine: [String], ownPaths: [String: String] = [:]) {
    var rest = commandLine.dropFirst()
    guard rest.count <= Self.wordLimit, let command = rest.popFirst(),
      Self.commands.contains(command)
    else { return nil }
    var words = [command]
    while let word = rest.popFirst() {
      guard word.beginsBytewise(with: "-") else {
        guard Self.isName(word) else { return nil }
        words.append(word)
        continue
      }
      let halves = word.halves(at: "=")
      let given = halves?.before ?? word
      let option = Self.short[given] ?? given
      if halves == nil, Self.flags.contains(option) {
        words.append(option)
      } else if halves != nil || !Self.hiddenFlags.contains(option) {
        guard let value = halves?.after ?? rest.popFirst(),
          let shown = Self.shown(option, value, ownPaths)
        else { return nil }
        words += shown
      }
    }
    self.words = words
  }

  /// Returns an option with its value; empty if it is left out, nil if it is not on a list.
  private static func shown(
    _ option: String, _ value: String, _ ownPaths: [String: String]
  ) -> [String]? {
    if let path = ownPaths[option] { return ShellWord.option(option, path) }
    if hiddenValues.contains(option) { return [] }
    if option == "--engine-file" { return [option, engineFile] }
    if option == "--against" { return [option, otherBuild] }
    guard values.contains(option) || names.contains(option) && isName(value) else { return nil }
    return ShellWord.option(option, value)
  }

  /// Returns true if a word can only be a name: not a path, a file of settings or an option.
  private static func isName(_ word: String) -> Bool {
    !word.isEmpty && !word.hasSlash && !word.beginsBytewise(with: "-")
      && ![".yaml", ".yml", ".json"].contains(where: word.hasSuffix)
  }
}

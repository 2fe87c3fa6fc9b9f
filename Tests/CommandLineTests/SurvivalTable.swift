/// Something that goes wrong around a command, what the command does, and the test that shows it.
struct Survival: Sendable {
  let fault: String
  let outcome: String
  /// The exit codes, as the page shows them.
  let code: String
  /// The test's file, relative to the folder of all tests, without its extension.
  let file: String
  /// The test's name.
  let test: String

  init(_ fault: String, _ outcome: String, _ code: String, _ file: String, _ test: String) {
    self.fault = fault
    self.outcome = outcome
    self.code = code
    self.file = file
    self.test = test
  }
}

/// The groups of the page, in order.
enum SurvivalTable {
  static let groups: [(title: String, rows: [Survival])] = [
    ("Disk", disk), ("Memory, descriptors and rights", machine), ("Standard streams", streams),
    ("The script `./matchmark`", wrapper),
    ("Signals", signals), ("Publishing", publishing), ("Two at once", concurrency),
    ("Clock and locale", clock),
    ("Paths", paths), ("Files of others", strangers), ("Engines", engines),
    ("Attacks drawn at random", AttackKind.allCases.map(\.row)),
  ]

  private static let disk = [
    Survival(
      "The disk becomes full while reports are written",
      "all five reports of the previous run stay; the message names the file", "1",
      "CommandLineTests/LimitTests",
      "a disk that fills up leaves all reports of the previous run"),
    Survival(
      "A report or standard output goes to a full device", "the message names it", "1",
      "CommandLineTests/ReportDisasterTests",
      "a full disk is an error for every format, as a file and as standard output"),
    Survival(
      "Standard output meets a file-size limit", "the message says so", "1",
      "CommandLineTests/BadInputTests",
      "output that meets a file-size limit halfway is an error that says so"),
    Survival(
      "A file-size limit (`ulimit -f`) during a run", "all five reports of the previous run stay",
      "1", "CommandLineTests/LimitTests",
      "a file-size limit leaves all reports of the previous run"),
    Survival(
      "A file-size limit while a single report is written", "the old report stays", "1",
      "CommandLineTests/ReportDisasterTests",
      "a file-size limit leaves the old report and no other file"),
    Survival(
      "Half-written files of a killed process",
      "removed by the next command that writes there; live files and your own files stay", "–",
      "MatchmarkSystemTests/FileBatchTests",
      "are removed by the next process that writes there, which removes nothing else"),
  ]

  private static let machine = [
    Survival(
      "Ten million rows of one letter", "12 times the file, 64 bytes a row and 128 MiB at most",
      "0",
      "CommandLineTests/MemoryTests",
      "rows take at most twelve times their file and 64 bytes each, even rows of one letter"),
    Survival(
      "100 MB of a column name, of commas, of one cell of JSON",
      "refused; 128 MiB at most", "1", "CommandLineTests/MemoryTests",
      "refused input takes constant memory, however long a name, a cell or a row is"),
    Survival(
      "200 MB of rows whose last one is ragged, or not UTF-8", "refused; 128 MiB at most", "1",
      "CommandLineTests/MemoryTests",
      "refused rows take constant memory, even if only the last row is wrong"),
    Survival(
      "A file of rows that another program is writing", "refused", "1",
      "MatchmarkDatasetsTests/ChangedFileTests", "is an error, whatever changed"),
    Survival(
      "Rows of JSON that leave out a thousand keys", "refused before they take memory", "1",
      "CommandLineTests/MemoryTests",
      "rows without keys take bounded memory, even rows of two brackets"),
    Survival(
      "The system refuses memory (`ulimit -v`)",
      "the message says so, and what helps; engines end, and no file is left", "1",
      "CommandLineTests/LimitTests",
      "running out of memory is a clear error, and leaves no file"),
    Survival(
      "Too few descriptors (`ulimit -n`)", "reported before anything is measured", "1",
      "CommandLineTests/LimitTests",
      "too few descriptors are an error before anything is measured"),
    Survival(
      "A folder that may not be written to", "reported before anything is measured", "1",
      "CommandLineTests/LimitTests",
      "a folder that may not be written to is an error before anything is measured"),
  ]

  private static let wrapper = [
    Survival(
      "No compiler, or one that is too old", "one sentence that says what to install", "1",
      "CommandLineTests/WrapperTests",
      "a compiler that is missing, too old or not a compiler is a one-sentence error"),
    Survival(
      "A build folder or temporary folder that cannot be written to", "the message names it", "1",
      "CommandLineTests/WrapperTests",
      "a folder that cannot be written to is named, even a temporary one"),
    Survival(
      "A program that was built on another kind of machine", "it is rebuilt", "0",
      "CommandLineTests/WrapperTests",
      "rebuilds a program that was built on another kind of machine"),
  ]

  private static let streams = [
    Survival(
      "Standard output, or all three streams, are closed",
      "an error at the end; no report is written to the number of a stream", "1",
      "CommandLineTests/LimitTests",
      "closed standard streams are errors, and never receive a report"),
    Survival(
      "A file is opened while a stream is closed", "it does not get the stream's number", "–",
      "CommandLineTests/LimitTests",
      "closed standard streams keep their numbers: no file takes one"),
    Survival(
      "Standard input is closed", "an error, not the end of the input", "1",
      "CommandLineTests/LimitTests",
      "a closed standard input is an error, not the end of the input"),
    Survival(
      "The reader of the table goes away (`| head`)", "no message; the reports are complete", "0",
      "CommandLineTests/LimitTests",
      "a reader of the table that goes away ends the run silently, with complete reports"),
    Survival(
      "The reader of a report or of rows goes away", "no message", "0",
      "CommandLineTests/BadInputTests", "a reader that goes away ends the output silently"),
  ]

  private static let signals = [
    Survival(
      "Ctrl-C (SIGINT) or SIGTERM during a run", "one line; no new report, no temporary file",
      "130, 143", "CommandLineTests/SignalTests",
      "end the run with their exit code, without a report or a temporary file"),
    Survival(
      "The terminal closes (SIGHUP)", "the same; under `nohup` the run continues", "129",
      "CommandLineTests/KillTests",
      "by a terminal that closes ends with 129; under nohup it goes on"),
    Survival(
      "SIGKILL, or the power, at any moment",
      "every file is the old or the new one; the next run cleans up", "137",
      "CommandLineTests/KillTests",
      "at any moment leaves every file old or new, no engine, and nothing to clean up by hand"),
    Survival(
      "Any of these with an engine that reads nothing and ignores signals",
      "the engine ends too, with everything that it started", "129, 137, 143",
      "CommandLineTests/KillTests",
      "also ends an engine that reads nothing and ignores signals"),
    Survival(
      "A signal while an engine is being started", "the engine ends too", "143",
      "MatchmarkSystemTests/ChildProcessHygieneTests",
      "no child survives a signal that arrives while it is being started"),
  ]

  private static let publishing = [
    Survival(
      "SIGINT, SIGTERM or SIGHUP while reports are written",
      "the set is the old one or the new one, history included; nothing temporary stays",
      "0, 129, 130, 143", "CommandLineTests/PublishingTests",
      "leave either the old set or the new one, history included, and nothing temporary"),
    Survival(
      "Temporary files that SIGKILL left in the reports, the history or the baselines",
      "the next command that looks into the reports' folder removes them, and no others", "0",
      "CommandLineTests/PublishingTests",
      "SIGKILL leaves temporary files that the next command in the folder removes, and no others"),
    Survival(
      "A signal while git is asked for the commit", "git takes no optional lock, so none stays",
      "130, 143", "CommandLineTests/PublishingTests",
      "git is asked without optional locks, so that no signal leaves .git/index.lock"),
    Survival(
      "A named pipe in the reports' folder", "reported or ignored; nothing waits for it",
      "0, 1, 64", "CommandLineTests/PublishingTests",
      "a named pipe in the reports' folder blocks nothing, whatever report it replaces"),
    Survival(
      "`baseline save` into a folder that cannot hold one", "reported before anything is measured",
      "1",
      "CommandLineTests/BaselineCommandTests",
      "a folder that cannot hold a baseline is an error before anything is measured"),
  ]

  private static let concurrency = [
    Survival(
      "A second run into the folder of a running one",
      "refused before it measures; the first is unharmed", "1", "CommandLineTests/TwoRunsTests",
      "the second is refused before it measures, whatever the command; the first is unaffected"),
    Survival(
      "Two runs started at the same moment",
      "the folder holds the files of one of them, never of both",
      "0, 1", "CommandLineTests/TwoRunsTests",
      "started at the same moment, leave the files of one run, never of both"),
  ]

  private static let clock = [
    Survival(
      "The clock is set back between runs",
      "the last run is still the last, and none of the kept records is lost", "0",
      "CommandLineTests/ClockAndLocaleTests",
      "does not change which run was the last, and loses no record"),
    Survival(
      "The clock is set back during a run",
      "nothing: durations come from the monotonic clock; only dates in reports change", "0",
      "ArchitectureTests/WallClockTests", "the time of day is read in four places, only for dates"
    ),
    Survival(
      "Another locale (`C`, `tr_TR`, `de_DE`) or time zone",
      "no byte of a report or answer changes",
      "0", "CommandLineTests/ClockAndLocaleTests",
      "change no byte of any report or answer"),
  ]

  private static let paths = [
    Survival(
      "Spaces, line feeds, percent and quotation marks in a path; `./-`", "used unchanged", "0",
      "CommandLineTests/PathTests",
      "every option for a file or a folder uses the path unchanged"),
    Survival(
      "`-` where a folder or file is needed", "usage; `-` alone is standard output", "64",
      "CommandLineTests/PathTests", "'-' is never mistaken for a folder or a file"),
    Survival(
      "A path that begins with `-`", "usage; `--output=-x` and `./-x` are meant as paths", "64",
      "CommandLineTests/PathTests",
      "an option in place of a path is an error that says so"),
    Survival(
      "An argument that is not UTF-8", "refused, with its bytes; no other file is used instead",
      "64",
      "CommandLineTests/PathTests",
      "bytes that are not UTF-8 are refused, not mistaken for another name"),
    Survival(
      "A folder whose name is not UTF-8",
      "works as a current folder and through a link; engines cannot read rows there", "0, 1",
      "CommandLineTests/PathTests",
      "a folder whose name is not UTF-8 works, directly and through a link"),
    Survival(
      "Symbolic links: to rows, records, the reports' folder, a file that does not exist yet",
      "followed, and kept", "0", "CommandLineTests/PathTests",
      "links are followed: to rows, records, profiles and report folders"),
    Survival(
      "Links that lead nowhere or in a circle", "the message names the path", "1",
      "CommandLineTests/PathTests", "links that lead nowhere or in a circle are errors"),
  ]

  private static let strangers = [
    Survival(
      "`baseline save` and `delete` with a path, or with the name of another file",
      "refused; the file stays as it is", "1, 64", "CommandLineTests/BaselineCommandTests",
      "a file is replaced or removed only if it is a baseline"),
    Survival(
      "Rows or a record with shell syntax in a text, also with combining marks",
      "every command line shown quotes it scalar by scalar", "0",
      "CommandLineTests/HostileTextTests",
      "a record cannot choose a command line, and no quoted word ends early"),
    Survival(
      "JSON of 129 to 200 000 open brackets: a record, a baseline, cases, settings, rows, trials",
      "refused before a decoder sees it; in the history of runs it is ignored", "0, 1",
      "CommandLineTests/SwellingInputTests",
      "endless brackets are an error in every format, not a crash"),
    Survival(
      "`nan`, `inf`, `1e308`, `1e19` and the like, as any option or setting of a suite",
      "refused with the permitted range, from one table", "1, 64",
      "CommandLineTests/NumberRangeTests",
      "are errors that state the permitted range, or accepted; none causes a crash"),
    Survival(
      "JSON of another shape, in any file", "reported with its position, in plain words", "1",
      "CommandLineTests/SwellingInputTests",
      "every command that reads JSON reports an unexpected shape in its own words"),
    Survival(
      "A column name of megabytes", "refused; the message is short", "1",
      "CommandLineTests/SwellingInputTests",
      "a column name of two megabytes is refused, in a header and in an object"),
    Survival(
      "A header or a row of millions of commas", "refused; no cell beyond the last column is kept",
      "1",
      "CommandLineTests/SwellingInputTests",
      "a line of a million commas is refused with their number, in a header without it"),
    Survival(
      "An endless file of /proc that claims to be empty", "refused after 256 MiB", "1",
      "CommandLineTests/SwellingInputTests",
      "an endless file without a size is refused at the same point as a pipe"),
  ]

  private static let engines = [
    Survival(
      "An engine that is killed or stopped, in any step or at any moment",
      "it is reported as crashed or timed out; the rest of the run continues", "5",
      "MatchmarkEnginesTests/HurtEngineTests",
      "before any step is reported as crashed or timed out in that step"),
    Survival(
      "An engine stops the command (SIGSTOP to its parent)",
      "it waits until it is continued (kill -CONT), and then carries on", "0",
      "CommandLineTests/SignalTests",
      "an engine can stop the command, which goes on once it is continued"),
    Survival(
      "A matcher in the process crashes during a hunt",
      "it is named with the case and the command that shows it again", "132 to 139",
      "CommandLineTests/CrashTests",
      "is named with the case of a hunt, and the printed command repeats that case"),
    Survival(
      "A matcher in the process crashes in a run or a verification",
      "it is named with the keystroke or the case, and the command that asks again; no report is "
        + "written", "132 to 139",
      "CommandLineTests/CrashTests",
      "is named with the keystroke at which it crashes, and the printed command crashes again"),
    Survival(
      "A matcher in the process crashes while it is timed",
      "it is named with the cell; no report is written", "132 to 139",
      "CommandLineTests/CrashTests",
      "is named with the timed cell if every answer was right"),
    Survival(
      "A matcher in the process never answers during a hunt",
      "after 30 seconds it is named with the case and the command that shows it again", "–",
      "MatchmarkHarnessTests/HuntTests",
      "reports a case that does not end, while it is running"),
    Survival(
      "A child ends in any way", "no process, zombie or descriptor remains", "–",
      "MatchmarkSystemTests/ChildProcessHygieneTests",
      "include no process, zombie or descriptor, however they end"),
  ]
}

import MatchmarkConformance
import MatchmarkSystem

/// The command that asks a case of the suite again.
struct ConformanceReplay {
  /// Where engines of one's own are, if any.
  let engineFile: String?

  /// For instance `./matchmark verify --conformance -e inverted-index -f Q8-01`.
  ///
  /// - Parameter subject: its id; the oracle and the search field are there where none is chosen.
  func command(_ testCase: ConformanceCase, of subject: String) -> String {
    let always = [ConformanceSubject.oracle, .session].map(\.id)
    let file = engineFile.map { ["--engine-file", $0] } ?? []
    let choice = always.contains(subject) ? [] : file + ["-e", subject]
    return ShownProgram.current.command(
      ["verify", "--conformance"] + choice + ["-f", testCase.id])
  }
}

import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport

/// The documentation page of everything that is wrong on purpose, and of the checks of engines.
struct FaultPage {
  /// The last result of each check of each engine.
  private let trials: [String: WrongEngineTrial]

  init(_ trials: [WrongEngineTrial]) {
    self.trials = Dictionary(
      trials.map { (Self.key($0.engine, $0.check), $0) }, uniquingKeysWith: { $1 })
  }

  /// The page as Markdown.
  func markdown() -> String {
    let parts: [[String]] = [
      [Self.beginning],
      Self.section("Matchers", Fault.allCases.map { ($0.id, $0.clause) }),
      Self.section("Search fields", Self.faults(SessionFault.self)),
      Self.section("Lists of right rows", Self.faults(ListFault.self)),
      Self.section("Marks in right rows", Self.faults(MarkFault.self)),
      [Self.folding], Self.list(Self.faults(FoldFault.self)),
      [Self.engines], checks, [Self.engineList], engineTable,
    ]
    return parts.joined().joined(separator: "\n")
  }

  // MARK: Faults

  private static func faults<Kind: DeliberateFault>(
    _ kind: Kind.Type
  ) -> [(id: String, clause: String)] {
    kind.allCases.map { ($0.id, $0.clause) }
  }

  private static func section(_ title: String, _ faults: [(id: String, clause: String)]) -> [String]
  {
    ["## \(title)", ""] + list(faults)
  }

  /// An item for each clause, in the order of the first fault that breaks it.
  private static func list(_ faults: [(id: String, clause: String)]) -> [String] {
    let clauses = faults.map(\.clause).reduce(into: [String]()) { found, clause in
      if !found.contains(clause) { found.append(clause) }
    }
    return clauses.map { clause in
      let names = faults.filter { $0.clause == clause }.map { "`\($0.id)`" }
      return "- **\(clause)** \(names.joined(separator: ", "))"
    } + [""]
  }

  // MARK: Engines

  private static func key(_ engine: String, _ check: WrongEngineTrial.Check) -> String {
    "\(engine) \(check.rawValue)"
  }

  /// A row for each check: its command, the engines that it found, and how long that took.
  private var checks: [String] {
    WrongEngineTrial.Check.allCases.map { check in
      let results = WrongEngine.allCases.compactMap { trials[Self.key($0.rawValue, check)] }
      let seconds = results.filter(\.isFound).map(\.seconds)
      let range = zip([seconds.min(), seconds.max()], ["", " … "]).compactMap { second, sign in
        second.map { sign + QuantityFormat.fixed($0, digits: 1) }
      }
      return "| \(check.name) | `\(check.command)` | \(seconds.count) of \(results.count) "
        + "| \(range.joined()) |"
    } + [""]
  }

  private var engineTable: [String] {
    WrongEngine.allCases.map { engine in
      let missed = WrongEngineTrial.Check.allCases.filter {
        trials[Self.key(engine.rawValue, $0)]?.isFound == false
      }
      return "| `\(engine.rawValue)` | \(engine.account.sentence) | \(engine.account.clause) "
        + "| \(missed.map(\.name).joined(separator: ", ")) |"
    } + [""]
  }

  // MARK: Prose

  private static let beginning = """
    # Planted faults

    Matchers, search fields, lists, marks, foldings and engines that are wrong on purpose.

    ## Overview

    A check that has never failed proves nothing. Each of these is right except for one fault.
    A conformance case of its clause finds it (`FaultTableTests`, `WrongEngineTests`), and random
    worlds find every wrong matcher, mark and folding (`FaultTests`, `HuntFoldingTests`).
    `matchmark-faulty`, an executable among the tests, is the command with these matchers; its
    `list matchers` says what each does wrong, and `Tests/MatchmarkTestSupport` says it of the
    others. The faults are listed by the clause that they break (<doc:Clauses>).

    """

  private static let folding = """
    ## Folding

    All matchers share these mistakes, so their answers agree. A hunt finds every one, because the
    oracle folds each text itself.

    """

  private static let engines = """
    ## Engines

    Each of these engines cuts, escapes, splits or merges something that it should not, as engines
    in use do. `faulty-engine NAME`, an executable among the tests, serves one. The times are from
    two cores that also ran other work; `scripts/dev wrong-engines` runs the checks again.

    | Check | Command | Found | Seconds |
    |---|---|---|---|
    """

  private static let engineList = """
    The suite types towards titles of up to 300 rows: none is long, has markup or begins with white
    space. A suite measures; cases and hunts look for wrong answers. The steps load at most 1,001
    rows. A hunt draws what it asks, so it finds an engine that is wrong about one length or value
    sooner or later.

    | Engine | What it does | Clause | Missed by |
    |---|---|---|---|
    """
}

extension WrongEngineTrial.Check {
  /// The word for the check on the page.
  fileprivate var name: String {
    switch self {
    case .smoke: "steps"
    case .conformance: "cases"
    case .verify: "suite"
    case .hunt: "hunt"
    }
  }

  /// The command of the check, without the engine.
  fileprivate var command: String {
    switch self {
    case .smoke: "matchmark verify -- faulty-engine NAME"
    case .conformance: "matchmark verify --conformance"
    case .verify: "matchmark verify smoke"
    case .hunt: "matchmark hunt --time \(WrongEngineTrial.huntSeconds)s --seed 1"
    }
  }
}

package import MatchmarkDatasets
package import MatchmarkRecord

/// A baseline that a check compares with.
package struct SavedBaseline {
  /// The name or path that the user gave.
  package let name: String
  package let baseline: Baseline

  package init(name: String, baseline: Baseline) {
    self.name = name
    self.baseline = baseline
  }

  /// The arguments that made it; nil for baselines that are too old to record them.
  package var replayed: ReplayedArguments? {
    baseline.conditions.arguments.map { ReplayedArguments(words: $0) }
  }

  /// The name of the suite that it measured.
  ///
  /// - Throws: ``InputError/usage(_:)`` if matchmark has no suite of that name.
  package func knownSuite(in project: ProjectFolder) throws(InputError) -> String {
    let suite = baseline.conditions.suite
    guard SuiteFile.names(in: project).contains(suite) else {
      throw .usage(
        "baseline '\(name)' measured the suite '\(suite)', expected one of matchmark's own; name "
          + "the suite's file, or the rows with --corpus")
    }
    return suite
  }

  /// Refuses rows of a file that are not those of the baseline, before anything is written.
  ///
  /// - Parameter command: the command that saves a new baseline.
  /// - Throws: ``InputError/notComparable(_:)``.
  package func refuseOtherRows(_ plan: Plan, command: String) throws(InputError) {
    guard baseline.conditions.suite == Suite.ofOneCorpus else { return }
    for cell in plan.suite.cells {
      guard let known = baseline.cells.first(where: { $0.id == cell.id }) else {
        throw .notComparable(
          "got the cell \(cell.id), expected one of baseline '\(name)': "
            + baseline.cells.map(\.id).joined(separator: ", "))
      }
      let rows = try InputError.wrap { try "\(CorpusIdentity(of: cell.corpus.load()))" }
      guard rows == known.corpusIdentity else {
        throw .notComparable(
          "got rows with the identity \(rows) for \(cell.id), expected those of baseline "
            + "'\(name)', \(known.corpusIdentity); save a new one with: \(command)")
      }
    }
  }

  /// Refuses differences that are known before anything is measured: the machine, the build, the
  /// contract.
  ///
  /// - Throws: ``InputError/notComparable(_:)``.
  package func refuseOthers(
    than context: RunContext, _ suite: Suite, command: String
  ) throws(InputError) {
    let now = Baseline.Conditions(
      context, suite: suite.record,
      specificationVersion: RunRecord.currentSpecificationVersion)
    let differences = Comparability.differences(of: now, with: baseline.conditions)
    guard differences.isEmpty else {
      throw .notComparable(
        "baseline '\(name)' cannot be compared with: "
          + differences.joined(separator: "; ")
          + "; create one for here with: \(command)")
    }
  }

  /// Removes from a plan what the baseline does not have, unless it was asked for by name.
  ///
  /// - Parameters:
  ///   - isWhole: true to keep all participants.
  ///   - isFiltered: true to keep all cells, which a filter has chosen.
  /// - Returns: the parts that were left out; none if the two have nothing in common, because the
  ///   comparison then says why.
  package func narrow(_ plan: inout Plan, isWhole: Bool, isFiltered: Bool) -> [String] {
    let asked = plan.participants.askedFor.map(\.id)
    let known = baseline.cells.flatMap(\.matchers).map(\.id) + [plan.suite.reference] + asked
    var narrowed = plan
    narrowed.keep(
      cells: isFiltered ? [] : baseline.cells.map(\.id),
      participants: isWhole ? [] : known)
    let others = narrowed.participants.contains { $0.id != plan.suite.reference }
    guard !narrowed.suite.cells.isEmpty, others || plan.participants.count == 1 else { return [] }
    let kept = narrowed.participants.map(\.id) + narrowed.suite.cells.map(\.id)
    let all = plan.participants.map(\.id) + plan.suite.cells.map(\.id)
    plan = narrowed
    return all.filter { !kept.contains($0) }
  }
}

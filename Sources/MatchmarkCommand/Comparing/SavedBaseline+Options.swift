import MatchmarkHarness

extension SavedBaseline {
  /// Removes from a plan what the baseline does not have, unless the options ask for it by name.
  func narrow(_ plan: inout Plan, askedFor options: MeasuredPlanOptions) -> [String] {
    narrow(
      &plan, isWhole: !options.matchers.isEmpty || options.engines.engines.contains("all"),
      isFiltered: options.cells.filter != nil)
  }
}

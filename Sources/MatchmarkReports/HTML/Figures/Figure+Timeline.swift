import MatchmarkMeasurement

extension Figure {
  /// Typing sessions, key by key.
  static func timeline(of record: RunRecord) -> Figure {
    let sessions = TimelineFacts.profiles(of: record)
    let roster = Roster(record)
    let drawn = sessions.filter { !record.isDwarfed($0.rowCount) }
    let plots = drawn.map { TimelinePlot($0, roster: roster) }
    var figure = Figure(
      id: "timeline", title: "A typing session, key by key",
      lead:
        "For each profile the session with the slowest keystroke: each key is a bar, the median "
        + "over the rounds, on a log scale. Below stands what the key did: a character, ⌫ for "
        + "a deleted one, ␣ for a space, or a word for a token, a scope or a paste. Dashed: frames "
        + "at 120 Hz and 60 Hz.",
      panels: zip(drawn, plots).map { session, plot in
        Panel(
          title: DisplayText.line(session.corpus, limit: 40),
          subtitle: DisplayText.line(session.profile, limit: 40), picture: plot.markup())
      }, table: TimelineFacts.table(sessions))
    figure.isFixed = true
    figure.show(roster.legend(sessions.flatMap(\.matchers)))
    figure.legend = []
    let absentees = roster.legend(plots.flatMap(\.absentees)).map { DisplayText.line($0.name) }
    if !absentees.isEmpty {
      let rest = absentees.count > 6 ? " and \(absentees.count - 6) more" : ""
      figure.notes.append(
        "Measured on less than half of the keys and left out: "
          + "\(absentees.prefix(6).joined(separator: ", "))\(rest).")
    }
    figure.noteDwarfed(sessions.count - drawn.count)
    return figure
  }
}

/// The delivery of an event, and what is visible afterwards.
package struct SessionScene {
  package let event: SessionEvent
  package let step: SessionStep
  package var snapshot: SessionSnapshot
  /// The list on screen, in its order; a tap means one of its lines.
  package var rows: [Int] = []
  /// The reason why the matcher did not answer; nil if it did, or was not asked.
  package var problem: String?
  /// The time of the matcher for the first page; nil if nothing was asked.
  package var answerNanoseconds: Int?

  package init(event: SessionEvent, step: SessionStep, snapshot: SessionSnapshot) {
    self.event = event
    self.step = step
    self.snapshot = snapshot
  }

  /// The reason why the tap opens no row; nil if it opens one, without a tap, and with a problem.
  package var unopened: String? {
    guard let row = step.tappedRow, problem == nil, openedRow == nil else { return nil }
    return rows.isEmpty ? "the list is empty" : "got row \(row), expected 0 to \(rows.count - 1)"
  }

  /// The row that the tap opens; nil without a tap, or if there is no such line.
  package var openedRow: Int? {
    step.tappedRow.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
  }
}

/// The expected cost of a cell, estimated from the first answers of its contenders.
struct CellCost {
  /// The seconds for checking all keystrokes that are checked.
  private(set) var checkingSeconds = 0.0
  /// The seconds for timing keystrokes in the fewest rounds, for each delivery.
  private(set) var timingSeconds = 0.0

  mutating func add(_ seconds: Double, checked: Int, timed: Int) {
    checkingSeconds += seconds * Double(checked)
    timingSeconds += seconds * Double(timed)
  }
}

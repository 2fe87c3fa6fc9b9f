/// A picture as a value: panels, and which signs mean what.
package struct Picture {
  /// One of several pictures of the same kind.
  struct Panel {
    /// What is drawn.
    enum Content {
      case plot(Plot)
      case timeline(TimelinePlot)
    }

    var title = ""
    var subtitle = ""
    var content: Content
  }

  var lead: String
  var panels: [Panel]
  /// The matchers whose signs stand above it, by their place in the roster.
  var legend: [(position: Int, name: String)] = []
  /// Words about what is left out or uncertain.
  var notes: [String] = []
  /// Whether panels keep their own size, and scroll where there is not enough room.
  var isFixed = false
  /// Whether its one panel takes all the room there is.
  var isWide = false

  /// More panels than that do not help; the table has all.
  static let panelLimit = 18
  /// More matchers than that cannot be told apart in one picture.
  static let matcherLimit = 24
  /// More marks of one matcher cannot be told apart in one picture either.
  static let pointLimit = 40

  init(lead: String, _ panels: [Panel]) {
    self.lead = lead
    self.panels = panels
  }

  /// Says how many matchers are left out, and has the signs of the others above it.
  ///
  /// - Parameter isNamed: whether panels or rows name their matchers themselves.
  mutating func show(_ matchers: [(position: Int, name: String)], isNamed: Bool = false) {
    legend = isNamed ? [] : Array(matchers.prefix(Self.matcherLimit))
    let rest = matchers.count - min(matchers.count, Self.matcherLimit)
    if rest > 0 {
      notes.append("\(QuantityFormat.count(rest)) more matchers are in the table only.")
    }
  }

  /// Says that small corpora have no picture.
  mutating func noteDwarfed(_ count: Int) {
    guard count > 0 else { return }
    let profiles =
      count == 1 ? "One profile of small corpora is" : "\(count) profiles of small corpora are"
    notes.append("\(profiles) in the table only.")
  }

  /// Says what hollow signs mean where they stand for tails.
  mutating func noteIncomplete(_ isIncomplete: Bool) {
    if isIncomplete {
      notes.append(
        "Hollow: over a part of the keystrokes, or the slowest of too few for a p99.")
    }
  }

  var caption: String {
    let count = panels.count - Self.panelLimit
    let omission = count > 0 ? ["\(QuantityFormat.count(count)) more are in the table."] : []
    return (notes + omission).joined(separator: " ")
  }
}

/// A picture as a value: panels, and the meaning of the signs.
package struct Picture {
  /// One of several pictures of the same kind.
  struct Panel {
    /// The content of the panel.
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
  /// The matchers whose signs are shown above it, by their position in the roster.
  var legend: [(position: Int, name: String)] = []
  /// Notes about what is left out or uncertain.
  var notes: [String] = []
  /// Whether panels have a fixed size and scroll if there is not enough room.
  var isFixed = false
  /// Whether its only panel takes the full width.
  var isWide = false

  /// The most panels that are useful; the table contains everything.
  static let panelLimit = 18
  /// The most matchers that can be told apart in one picture.
  static let matcherLimit = 24
  /// The most marks of one matcher that can be told apart in one picture.
  static let pointLimit = 40

  init(lead: String, _ panels: [Panel]) {
    self.lead = lead
    self.panels = panels
  }

  /// Notes how many matchers are left out, and shows the signs of the others above the picture.
  ///
  /// - Parameter isNamed: whether panels or rows name their matchers themselves.
  mutating func show(_ matchers: [(position: Int, name: String)], isNamed: Bool = false) {
    legend = isNamed ? [] : Array(matchers.prefix(Self.matcherLimit))
    let rest = matchers.count - min(matchers.count, Self.matcherLimit)
    if rest > 0 {
      notes.append("\(QuantityFormat.count(rest)) more matchers are in the table only.")
    }
  }

  /// Notes that small corpora have no picture.
  mutating func noteDwarfed(_ count: Int) {
    guard count > 0 else { return }
    let profiles =
      count == 1 ? "One profile of small corpora is" : "\(count) profiles of small corpora are"
    notes.append("\(profiles) in the table only.")
  }

  /// Notes the meaning of hollow signs where signs are tails.
  mutating func noteIncomplete(_ isIncomplete: Bool) {
    if isIncomplete {
      notes.append("Hollow: only some of the keystrokes, or the slowest of too few for a p99.")
    }
  }

  var caption: String {
    let count = panels.count - Self.panelLimit
    let omission = count > 0 ? ["\(QuantityFormat.count(count)) more are in the table."] : []
    return (notes + omission).joined(separator: " ")
  }
}

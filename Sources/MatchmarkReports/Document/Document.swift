package import MatchmarkRecord

/// A report as a value, which the terminal, the web page and Markdown only render.
///
/// A document is built once, so all formats have the same wording and order. Texts of a record are
/// on one clean line (``DisplayText``); the renderer of a format escapes any text that would be
/// markup in that format.
package struct Document {
  /// The first sentence of the document, and the figures that support it.
  package struct Headline {
    package let text: String
    let isRight: Bool
    let grounds: String
    /// The verdict on a run; nil in a document about something else.
    let verdict: Verdict?
    /// True if nothing is reported as right: records are only compared with each other, or a gate
    /// came to no verdict on any figure.
    let isWeighing: Bool

    package init(
      _ text: String, isRight: Bool, grounds: String, verdict: Verdict? = nil,
      isWeighing: Bool = false
    ) {
      self.text = text
      self.isRight = isRight
      self.grounds = grounds
      self.verdict = verdict
      self.isWeighing = isWeighing
    }
  }

  /// The answer to the question of a reader with a list, and the figures that support it.
  struct Answer {
    let text: String
    let grounds: String
  }

  /// Blocks that answer one question.
  package struct Section {
    package let id: String
    let title: String
    package let blocks: [Block]

    package init(_ id: String, _ title: String, _ blocks: [Block?]) {
      self.id = id
      self.title = title
      self.blocks = blocks.compactMap(\.self)
    }
  }

  package struct Origin {
    let startedAt: String
    let hostname: String
    /// The origin as a phrase, with program and processor; empty if it is unknown.
    var line = ""
  }

  /// The subject of the document, such as the suite.
  let name: String
  /// The name of the user's own rows, if the document is only about them.
  var title: String?
  /// The user's own list and the rules of its search; nil if the document is about others.
  var subject: String?
  /// The answer to the reader's own question; nil if the verdict comes first.
  var answer: Answer?
  package let headline: Headline
  var origin: Origin?
  package var warnings: [String] = []
  package var failureLines: [FailureLine] = []
  /// The results of the participants that a user added, each with a hint if there is one.
  package var ownLines: [[String]] = []
  /// The recommendation as cards, and as sentences for formats without space for cards, each with
  /// the facts that belong to it.
  var choice: [Card] = []
  package var choiceLines: [[String]] = []
  /// The blocks directly below the headline.
  var overview: [Block] = []
  package private(set) var sections: [Section]
  var summary: Summary?
  /// Remarks about the run that no record contains, such as changes and the files that were
  /// written.
  package var remarks: [String] = []
  var footer = ""

  package init(name: String, headline: Headline, sections: [Section]) {
    self.name = DisplayText.line(name, limit: 60)
    self.headline = headline
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// Removes a block that is shown elsewhere.
  package mutating func remove(_ block: Block) {
    sections = sections.map { section in
      Section(section.id, section.title, section.blocks.filter { $0.id != block.id })
    }.filter { !$0.blocks.isEmpty }
  }

  /// Returns the document with only some of its sections, with its wrong results but without its
  /// recommendation.
  package func only(_ ids: [String]) -> Document {
    var part = Document(
      name: name, headline: headline, sections: sections.filter { ids.contains($0.id) })
    part.warnings = warnings
    part.failureLines = failureLines
    return part
  }
}

package struct Block {
  /// An element of a block; the elements keep their order.
  package enum Part {
    case text(String)
    case table(ReportTable)
    case picture(Picture)
    case cards([Card])
    case facts([Fact])
  }

  package let id: String
  let title: String
  let lead: String
  package let parts: [Part]
  /// The notes that are needed to understand the figures; a terminal omits them without details.
  package private(set) var notes: [String] = []
  /// True if pages show the block collapsed.
  private(set) var isFolded = false
  /// True if a terminal shows the block only with details.
  private(set) var isDetail = false

  package init(_ id: String, _ title: String, lead: String = "", _ parts: [Part] = []) {
    self.id = id
    self.title = title
    self.lead = lead
    self.parts = parts
  }

  /// Creates a block with one table; nil if the table has no rows.
  ///
  /// - Parameter caption: the caption of the table; nil for the title.
  package init?<Row>(
    _ id: String, _ title: String, lead: String = "", caption: String? = nil, _ rows: [Row],
    _ columns: [ReportTable.Column<Row>]
  ) {
    if rows.isEmpty { return nil }
    self.init(id, title, lead: lead, [.table(ReportTable(caption ?? title, rows, columns))])
  }

  func folded(_ isFolded: Bool = true, isDetail: Bool = false) -> Block {
    var block = self
    block.isFolded = isFolded
    block.isDetail = isDetail
    return block
  }

  func noting(_ notes: String...) -> Block { noting(notes) }

  func noting(_ notes: [String]) -> Block {
    var block = self
    block.notes += notes
    return block
  }

  package var tables: [ReportTable] {
    parts.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  /// True if the block has a picture; the tables of such a block are collapsed.
  var hasPicture: Bool {
    parts.contains { if case .picture = $0 { true } else { false } }
  }
}

extension [Block.Part] {
  /// Returns a note about the number of things that only the record or another file contains; empty
  /// if there are none.
  static func omission(_ count: Int, in place: String = "the record") -> [Block.Part] {
    QuantityFormat.rest(count, "are in \(place)").map(Block.Part.text)
  }
}

package struct Fact: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A statement about one matcher: a recommendation, a wrong answer, a failure.
package struct Card {
  var lead = ""
  let matcher: String
  let position: Int
  /// The result in one word, and its place; empty if there is none.
  var state = ""
  var what = ""
  let facts: [Fact]
  /// Texts that must stay unchanged, such as a command.
  var codes: [Fact] = []
  var note = ""

  /// The limit of lines, in characters; it exceeds the length of any command that is pasted as a
  /// whole.
  static let lineLimit = 8_000

  /// Returns lines that must stay unchanged, each cut at `limit`.
  static func code(_ name: String, _ lines: some Sequence<String>, limit: Int) -> Fact {
    Fact(name, lines.map { DisplayText.exact($0, limit: limit) }.joined(separator: "\n"))
  }
}

/// A state that can be shown as a colour.
package enum Tone: Sendable, Hashable {
  case plain, strong, faint, right, caution, wrong
}

/// A picture as a value: panels, and the meaning of their signs.
package struct Picture {
  struct Panel {
    let title: String
    let subtitle: String
    /// Draws the panel, alone across the page or next to others.
    let markup: (_ isWide: Bool) -> Markup

    /// Creates a panel with a size of its own.
    init(_ title: String = "", _ subtitle: String = "", markup: @escaping () -> Markup) {
      self.init(title, subtitle) { _ in markup() }
    }

    init(_ title: String = "", _ subtitle: String = "", _ plot: Plot) {
      self.init(title, subtitle) { isWide in
        var plot = plot
        if isWide { plot.width = Plot.wholeWidth }
        return plot.markup()
      }
    }

    private init(
      _ title: String, _ subtitle: String, markup: @escaping (_ isWide: Bool) -> Markup
    ) {
      self.title = Self.name(title)
      self.subtitle = DisplayText.line(subtitle, limit: 60)
      self.markup = markup
    }

    /// Returns a name that fits above a panel.
    static func name(_ text: String) -> String { DisplayText.line(text, limit: 40) }
  }

  enum Layout: String {
    case grid = "panels"
    /// Panels below each other, next to other parts of the page.
    case column = "panels column"
    /// Each panel has its own size; the panels scroll if there is not enough space.
    case fixed = "panels fixed"
    /// The only panel takes the full width.
    case wide = "panels wide"
  }

  let lead: String
  let panels: [Panel]
  let layout: Layout
  /// The matchers whose signs are explained above the picture, by their position in the roster.
  let legend: [(position: Int, name: String)]
  /// Notes about omissions and uncertainties.
  var notes: [String]

  /// The maximum number of panels that are useful; the table contains everything.
  static let panelLimit = 18
  /// The maximum number of matchers that can be told apart in one picture.
  static let matcherLimit = 24
  /// The maximum number of marks of one matcher that can be told apart in one picture.
  static let pointLimit = 40

  /// Creates a picture.
  ///
  /// - Parameter isNamed: true if panels or rows name their matchers themselves.
  init(
    lead: String = "", _ panels: [Panel], _ layout: Layout = .grid,
    _ matchers: [(position: Int, name: String)] = [], isNamed: Bool = false
  ) {
    self.lead = lead
    self.panels = panels
    self.layout = panels.count == 1 && layout == .grid ? .wide : layout
    legend = isNamed ? [] : Array(matchers.prefix(Self.matcherLimit))
    let rest = matchers.count - Self.matcherLimit
    notes = QuantityFormat.rest(rest, "matchers are in the table only")
  }

  /// Adds a note that small corpora have no picture.
  mutating func noteDwarfed<Item>(_ groups: [ProfileGroup<Item>]) {
    let count = groups.count(where: \.isDwarfed)
    guard count > 0 else { return }
    let profiles =
      count == 1 ? "One profile of small corpora is" : "\(count) profiles of small corpora are"
    notes.append("\(profiles) in the table only.")
  }

  var caption: String {
    let omission = QuantityFormat.rest(panels.count - Self.panelLimit, "are in the table")
    return (notes + omission).joined(separator: " ")
  }
}

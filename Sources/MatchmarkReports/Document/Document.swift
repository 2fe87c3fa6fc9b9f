package import MatchmarkMeasurement

/// A report as a value: the terminal, the web page and Markdown only render it.
///
/// It is built once, so what it says has one wording and one order. Texts of a record stand in it
/// on one clean line (``DisplayText``); what would be markup in a format is escaped by its
/// renderer.
package struct Document {
  /// The one sentence that comes first, and what it rests on.
  package struct Headline {
    package var text: String
    package var isRight: Bool
    package var grounds: String
    /// The verdict on a run; nil in a document that is about something else.
    package var verdict: Verdict?
    /// Whether records are only held against each other, so that nothing is praised as right.
    package var isWeighing = false

    package init(_ text: String, isRight: Bool, grounds: String, verdict: Verdict? = nil) {
      self.text = text
      self.isRight = isRight
      self.grounds = grounds
      self.verdict = verdict
    }
  }

  /// Blocks that answer one question.
  package struct Section {
    package let id: String
    package let title: String
    package var blocks: [Block]

    package init(_ id: String, _ title: String, _ blocks: [Block?]) {
      self.id = id
      self.title = title
      self.blocks = blocks.compactMap(\.self)
    }
  }

  /// When and where the record was made.
  package struct Origin {
    package var startedAt: String
    package var hostname: String
    /// The same with program and processor, as a phrase; empty where that is unknown.
    package var line = ""
  }

  /// What the document is about, such as the suite.
  package var name: String
  /// The name of one's own rows, where the document is about them alone.
  package var title: String?
  package var headline: Headline
  package var origin: Origin?
  package var warnings: [String] = []
  /// Who keeps the run from being right, each with the command that shows it.
  package var culprits: [Culprit] = []
  /// What became of those whom a person brought along, a line each.
  package var guests: [String] = []
  /// What to choose, as cards and as sentences for where there is no room for cards.
  package var choice: [Card] = []
  package var choiceLines: [String] = []
  /// What stands directly below the headline.
  package var overview: [Block] = []
  package var sections: [Section]
  /// What a terminal shows where not everything fits its screen.
  var summary: Summary?
  /// Remarks about the run that no record holds: what changed, which files were written.
  package var remarks: [String] = []
  package var footer = ""

  package init(name: String, headline: Headline, sections: [Section]) {
    self.name = DisplayText.line(name, limit: 60)
    self.headline = headline
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// The document with one of its sections, and without its choice.
  package func only(_ id: String) -> Document {
    var part = Document(
      name: name, headline: headline, sections: sections.filter { $0.id == id })
    part.warnings = warnings
    return part
  }
}

/// A part of a document under a title.
package struct Block {
  /// What stands in a block, in this order.
  package enum Part {
    case text(String)
    case table(ReportTable)
    case picture(Picture)
    case cards([Card])
    case facts([Fact])
  }

  package let id: String
  package let title: String
  /// What it shows, in a sentence or two.
  package var lead = ""
  package var parts: [Part] = []
  /// What a reader must know to understand the figures; a terminal leaves it out without details.
  package var notes: [String] = []
  /// Whether pages show it after a line that opens it.
  package var isFolded = false
  /// Whether a terminal shows it with details only.
  package var isDetail = false

  package init(_ id: String, _ title: String, lead: String = "", _ parts: [Part] = []) {
    self.id = id
    self.title = title
    self.lead = lead
    self.parts = parts
  }

  /// A block of one table; nil if the table has no rows.
  package init?<Row>(
    _ id: String, _ title: String, _ rows: [Row], _ columns: [ReportTable.Column<Row>]
  ) {
    if rows.isEmpty { return nil }
    self.init(id, title, [.table(ReportTable(title, rows, columns))])
  }

  /// The block after a line that opens it, or the block as it is.
  func folded(_ isFolded: Bool = true, isDetail: Bool = false) -> Block {
    var block = self
    block.isFolded = isFolded
    block.isDetail = isDetail
    return block
  }

  /// The block with what a reader must know.
  func noting(_ notes: String...) -> Block {
    var block = self
    block.notes += notes
    return block
  }

  package var tables: [ReportTable] {
    parts.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  /// Whether it has a picture, next to which tables stand after a line that opens them.
  var hasPicture: Bool {
    parts.contains { if case .picture = $0 { true } else { false } }
  }
}

/// A name and a value.
package struct Fact {
  package let name: String
  package let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What is said of one matcher: a choice, a wrong answer, a failure.
package struct Card {
  /// A text that must stay as it is, such as a command, and what it is.
  package struct Code {
    package let name: String
    package let text: String

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }

    /// More than the longest command that is pasted whole.
    static let lineLimit = 8_000
  }

  /// What stands above the name; empty where nothing does.
  package var lead = ""
  package var matcher: String
  /// The place of the matcher in the roster.
  package var position: Int
  /// What happened to it in a word, and where; empty where nothing did.
  package var state = ""
  package var what = ""
  package var facts: [Fact]
  package var codes: [Code] = []
  package var note = ""
}

/// How something is, for those who see colours.
package enum Tone: Sendable, Hashable {
  case plain, strong, faint, right, caution, wrong
}

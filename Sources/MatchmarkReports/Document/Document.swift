package import MatchmarkMeasurement

/// A report as a value: the terminal, the web page and Markdown only render it.
///
/// It is built once, so all formats have the same wording and order. Texts of a record are on one
/// clean line (``DisplayText``); the renderer of a format escapes what would be markup in that
/// format.
package struct Document {
  /// The one sentence that comes first, and the figures on which it rests.
  package struct Headline {
    package var text: String
    package var isRight: Bool
    package var grounds: String
    /// The verdict on a run; nil in a document about something else.
    package var verdict: Verdict?
    /// Whether records are only compared with each other, so that nothing is reported as right.
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
    /// The origin as a phrase, with program and processor; empty if unknown.
    package var line = ""
  }

  /// The subject of the document, such as the suite.
  package var name: String
  /// The name of the user's own rows if the document is only about them.
  package var title: String?
  package var headline: Headline
  package var origin: Origin?
  package var warnings: [String] = []
  /// What keeps the run from being right, each entry with the command that shows it.
  package var culprits: [Culprit] = []
  /// The results of the participants that a user added, one line each.
  package var guests: [String] = []
  /// What to choose, as cards, and as sentences for formats without room for cards.
  package var choice: [Card] = []
  package var choiceLines: [String] = []
  /// The blocks directly below the headline.
  package var overview: [Block] = []
  package var sections: [Section]
  /// The summary for a terminal whose screen does not fit everything.
  var summary: Summary?
  /// Remarks about the run that no record contains: what changed, which files were written.
  package var remarks: [String] = []
  package var footer = ""

  package init(name: String, headline: Headline, sections: [Section]) {
    self.name = DisplayText.line(name, limit: 60)
    self.headline = headline
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// The document with only one of its sections: with its culprits, without its choice.
  package func only(_ id: String) -> Document {
    var part = Document(name: name, headline: headline, sections: sections.filter { $0.id == id })
    part.warnings = warnings
    part.culprits = culprits
    return part
  }
}

/// A titled part of a document.
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
  package let title: String
  /// A description of the block in a sentence or two.
  package var lead = ""
  package var parts: [Part] = []
  /// Notes needed to understand the figures; a terminal omits them without details.
  package var notes: [String] = []
  /// Whether pages show it collapsed.
  package var isFolded = false
  /// Whether a terminal shows it only with details.
  package var isDetail = false

  package init(_ id: String, _ title: String, lead: String = "", _ parts: [Part] = []) {
    self.id = id
    self.title = title
    self.lead = lead
    self.parts = parts
  }

  /// Creates a block with one table; nil if the table has no rows.
  package init?<Row>(
    _ id: String, _ title: String, _ rows: [Row], _ columns: [ReportTable.Column<Row>]
  ) {
    if rows.isEmpty { return nil }
    self.init(id, title, [.table(ReportTable(title, rows, columns))])
  }

  /// The block, collapsed if requested.
  func folded(_ isFolded: Bool = true, isDetail: Bool = false) -> Block {
    var block = self
    block.isFolded = isFolded
    block.isDetail = isDetail
    return block
  }

  /// The block with the given notes.
  func noting(_ notes: String...) -> Block {
    var block = self
    block.notes += notes
    return block
  }

  package var tables: [ReportTable] {
    parts.compactMap { if case .table(let table) = $0 { table } else { nil } }
  }

  /// Whether it has a picture; the tables of such a block are collapsed.
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

/// A statement about one matcher: a choice, a wrong answer, a failure.
package struct Card {
  /// A text that must stay unchanged, such as a command, with its name.
  package struct Code {
    package let name: String
    package let text: String

    init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }

    /// Longer than the longest command that is pasted whole.
    static let lineLimit = 8_000
  }

  /// The text above the name; may be empty.
  package var lead = ""
  package var matcher: String
  /// The position of the matcher in the roster.
  package var position: Int
  /// What happened to it, in one word, and where; empty if nothing did.
  package var state = ""
  package var what = ""
  package var facts: [Fact]
  package var codes: [Code] = []
  package var note = ""
}

/// A state that can be shown as a colour.
package enum Tone: Sendable, Hashable {
  case plain, strong, faint, right, caution, wrong
}

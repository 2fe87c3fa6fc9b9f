import MatchmarkCore

/// The moments until a search box broke a clause, for a picture with four lanes: the person and the
/// clock, the box, the answers, and the display.
package struct ScheduleTimeline {
  package struct Moment {
    /// In milliseconds.
    let time: Int
    /// The texts of the lanes, from the top to the bottom; empty where nothing happens.
    let lanes: [String]
    /// The numbers of the searches that are asked for, and of the one that is answered.
    let asked: [Int]
    let answered: Int?

    package init(
      time: Int, heard: String, did: String, answer: String, shows: String, asked: [Int],
      answered: Int?
    ) {
      self.time = time
      lanes = [heard, did, answer, shows]
      (self.asked, self.answered) = (asked, answered)
    }
  }

  let subject: String
  let clause: String
  let moments: [Moment]

  package init(subject: String, clause: String, moments: [Moment]) {
    self.subject = DisplayText.line(subject, limit: 30)
    self.clause = clause
    self.moments = moments
  }
}

extension Block {
  /// The timelines of wrong search boxes; nil if there are none.
  static func schedules(_ timelines: [ScheduleTimeline]) -> Block? {
    guard !timelines.isEmpty else { return nil }
    let picture = Picture(
      lead: "Time goes from left to right, moment by moment. A line leads from a search to its "
        + "answer. The clause is broken in the marked moment.",
      timelines.prefix(Picture.panelLimit).map { timeline in
        Picture.Panel(timeline.subject, "breaks \(timeline.clause)") {
          SchedulePlot(timeline).markup()
        }
      }, .fixed)
    return Block("schedules", "What happened", [.picture(picture)]).folded(false, isDetail: true)
  }
}

/// The picture of a timeline: a column for each moment, a lane for each kind of event.
private struct SchedulePlot {
  private let timeline: ScheduleTimeline
  /// The left edge of each column, and the right edge of the last one.
  private let edges: [Double]

  private static let names = ["person, clock", "box", "answers", "display"]
  private static let left = 86.0
  private static let top = 22.0
  private static let laneHeight = 40.0
  private static let characterWidth = 6.1
  /// Longer texts are cut; the table of the terminal has them in full.
  private static let textLimit = 34

  init(_ timeline: ScheduleTimeline) {
    self.timeline = timeline
    var edges = [Self.left]
    for moment in timeline.moments {
      let longest = moment.lanes.map { Self.lines($0).map(\.count).max() ?? 0 }.max() ?? 0
      edges.append((edges.last ?? 0) + max(56, Double(longest) * Self.characterWidth + 14))
    }
    self.edges = edges
  }

  private var width: Double { (edges.last ?? 0) + 4 }
  private var height: Double { Self.top + Self.laneHeight * Double(Self.names.count) + 8 }

  /// A text in at most two lines, the second one after a colon.
  private static func lines(_ text: String) -> [String] {
    let colon = text.firstRange(of: ": ")
    let parts = colon.map { [text[..<$0.upperBound], text[$0.upperBound...]] } ?? [text[...]]
    return parts.map(String.init).filter { !$0.isEmpty }.map {
      DisplayText.line($0, limit: textLimit)
    }
  }

  func markup() -> Markup {
    tag(
      "svg", .kind("plot fixed"),
      .init("viewBox", "0 0 \(SVG.number(width)) \(SVG.number(height))"),
      .init("width", SVG.number(width)), .init("height", SVG.number(height)),
      .init("role", "img"), .init("aria-label", summary)
    ) {
      offence
      for (lane, name) in Self.names.enumerated() {
        SVG.line("grid", from: (0, y(lane) + 26), to: (width, y(lane) + 26))
        SVG.text("title", at: (0, y(lane) + 8), name)
      }
      answers
      for (index, moment) in timeline.moments.enumerated() { column(index, moment) }
    }
  }

  private var summary: String {
    "Timeline: \(timeline.subject) breaks \(timeline.clause) after "
      + "\(timeline.moments.count) moments; the text is in the failure above"
  }

  private func y(_ lane: Int) -> Double { Self.top + Self.laneHeight * Double(lane) + 8 }

  /// The ground of the last moment, in which the clause is broken.
  private var offence: Markup {
    let (start, end) = (edges.dropLast().last ?? 0, edges.last ?? 0)
    return SVG.rectangle(
      "offence", at: (start - 6, 0), width: end - start, height: height - 4,
      title: "breaks \(timeline.clause)")
  }

  /// The lines from each search to its answer.
  @MarkupBuilder private var answers: Markup {
    for (end, moment) in timeline.moments.enumerated() {
      if let start = timeline.moments.firstIndex(where: { $0.asked.contains(moment.answered ?? -1) }
      ) {
        SVG.line("reply", from: (edges[start] + 4, y(1) + 22), to: (edges[end] + 4, y(2) - 2))
      }
    }
  }

  @MarkupBuilder
  private func column(_ index: Int, _ moment: ScheduleTimeline.Moment) -> Markup {
    SVG.text("title", at: (edges[index], 12), "\(moment.time) ms")
    for (lane, text) in moment.lanes.enumerated() {
      for (line, part) in Self.lines(text).enumerated() {
        SVG.text("key", at: (edges[index], y(lane) + 8 + 13 * Double(line)), part)
      }
    }
  }
}

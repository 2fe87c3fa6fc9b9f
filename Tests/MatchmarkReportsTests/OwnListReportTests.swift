import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// A reader with a list of 1 000 rows of their own.
@Suite("The report on a list of one's own")
struct OwnListReportTests {
  private typealias Fixtures = RecordFixtures

  private static let frame = 8_333_333

  /// The reference takes `time` at each size, the other matcher a quarter of it.
  private func cell(_ rowCount: Int, time: Int, own: Int? = 1_000) -> CellRecord {
    var cell = Fixtures.cell(
      [
        Fixtures.measured("linear-scan", time: time, ratio: 1),
        Fixtures.measured("fast", time: time / 4, ratio: 0.25, indexSize: 400),
      ], rowCount: rowCount)
    cell.corpus.ownRowCount = own
    return cell
  }

  private func choice(_ cells: [CellRecord]) throws -> String {
    try #require(Choice.all(Fixtures.record(cells)).first).description
  }

  private func html(_ record: RunRecord) throws -> XMLDocument { try Document(record).page() }

  /// Returns the values at a path, with ordinary spaces.
  private func texts(_ page: borrowing XMLDocument, _ path: String) throws -> [String] {
    try page.values(path).map { value in
      String(
        value.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
          .trimmingPrefix { $0.isWhitespace })
    }
  }

  @Test("The simplest matcher is named for the own list, and the size from which another is faster")
  func choice() throws {
    let text = try choice([
      cell(1_000, time: 80_000), cell(10_000, time: 800_000), cell(100_000, time: 8_000_000),
    ])
    #expect(
      text.hasPrefix(
        "Use linear-scan for this list (contains): worst p99 80.0 µs at 1 000 rows, 0.50 index "
          + "bytes per corpus byte; one frame at 120 Hz is 8.33 ms. linear-scan stays within one "
          + "frame at 120 Hz up to about 100 000 rows"), "\(text)")
    #expect(text.contains(" At every size measured, fast is faster: 0.25 of its time, "), "\(text)")
  }

  @Test("The owner of a list is told how far the code of an app goes, and how often it differs")
  func apps() throws {
    func cell(_ rowCount: Int, _ time: Int) -> CellRecord {
      var cell = self.cell(rowCount, time: time / 10)
      for (id, wrong, time) in [("slow", 2, time), ("slower", 0, 100 * time)] {
        var matcher = Fixtures.measured(id, time: time, ratio: 10)
        matcher.isAppCode = true
        var tally = AnswerTally()
        (tally.checkedCount, tally.wrongCount) = (9, wrong)
        matcher.answers = tally
        cell.matchers.append(matcher)
      }
      return cell
    }
    let text = try choice([
      cell(1_000, 800_000), cell(10_000, 8_000_000), cell(100_000, 80_000_000),
    ])
    let apps =
      " What an app would write: slow stays within a frame at 10 000 rows, but not at 100 000, and "
      + "6 of its 27 checked answers differ; slower exceeds a frame at 1 000 rows, and none of its "
      + "27 checked answers differs. linear-scan stays within"
    #expect(text.contains("one frame at 120 Hz is 8.33 ms.\(apps)"), "\(text)")
    #expect(
      text.hasSuffix(
        " 'init NAME --engine javascript' (or python, rust, go, c) writes a "
          + "right search to begin with in another language."))
    let short = try choice([cell(1_000, 800_000)])
    let reach = "slow stays within a frame at 1 000 rows, and 2 of its 9 checked answers differ"
    #expect(short.contains(reach), "\(short)")
  }

  @Test("A participant of the owner's has its reach in the recommendation, next to an app's code")
  func yours() throws {
    func cell(_ rowCount: Int, _ time: Int) -> CellRecord {
      var cell = self.cell(rowCount, time: time / 10)
      for id in ["mine", "app"] {
        var matcher = Fixtures.measured(id, time: time, ratio: 10)
        matcher.isAppCode = id == "app" ? true : nil
        var tally = AnswerTally()
        tally.checkedCount = 9
        matcher.answers = tally
        cell.matchers.append(matcher)
      }
      return cell
    }
    var record = Fixtures.record([cell(1_000, 800_000), cell(10_000, 80_000_000)])
    let without = try #require(Choice.all(record).first).description
    #expect(without.contains("What an app would write: app stays") && !without.contains("Yours"))
    record.ownParticipants = ["mine", "app"]
    let reach = "stays within a frame at 1 000 rows, but not at 10 000, and none of its 18 "
    let text = try #require(Choice.all(record).first).description
    #expect(
      text.hasPrefix("Keep mine for this list (contains): it \(reach)checked answers differs; "),
      "\(text)")
    #expect(text.contains(" is 8.33 ms. linear-scan: worst p99 "), "\(text)")
    #expect(text.contains(" What an app would write: app \(reach)checked answers differs."))
    #expect(!text.contains("Yours") && !text.contains("another language"), "\(text)")
    var several = record
    for index in several.cells.indices {
      several.cells[index].matchers.append(Fixtures.measured("quick", time: 200_000, ratio: 5))
      several.cells[index].matchers[4].answers = several.cells[index].matchers[2].answers
    }
    several.ownParticipants?.append("quick")
    let fastest = try #require(Choice.all(several).first).description
    #expect(fastest.hasPrefix("Keep quick for this list (contains): "), "\(fastest)")
    #expect(fastest.contains(" Yours: mine stays within"), "\(fastest)")
    var ranked = record
    for index in ranked.cells.indices { ranked.cells[index].profile.rank = .own }
    let lawful = try #require(Choice.all(ranked).first).description
    #expect(lawful.contains(": it \(reach)checked answers breaks a law of ranking; "), "\(lawful)")
    // One that leaves keystrokes out is no choice, nor is a wrong one.
    record.cells[0].matchers[2].declinedCount = 1
    #expect(try #require(Choice.all(record).first).description.hasPrefix("Use linear-scan "))
    for index in record.cells.indices { record.cells[index].matchers[2].answers?.wrongCount = 1 }
    let wrong = try #require(Choice.all(record).first).description
    #expect(wrong.hasPrefix("Use linear-scan for this list (contains): "), "\(wrong)")
    #expect(wrong.contains(" Yours: mine stays within a frame at 1 000 rows, "), "\(wrong)")
  }

  @Test("The table of answers marks samples, and the code of an app that differs")
  func answers() throws {
    var sampled = Fixtures.measured("sampled", time: 10, ratio: 1)
    sampled.isSampled = true
    var tally = AnswerTally()
    tally.checkedCount = 1
    sampled.answers = tally
    var app = Fixtures.matcher("app", .skipped, reason: "its answers differ")
    (tally.checkedCount, tally.wrongCount) = (9, 2)
    app.answers = tally
    var cell = cell(1_000, time: 10)
    cell.matchers += [sampled, app, Fixtures.matcher("shy", .skipped, reason: "not this profile")]
    let page = try html(Fixtures.record([cell]))
    let rows = "//section[@id='parity']//tbody/tr[th/bdi='first-key']/td"
    #expect(try texts(page, rows) == ["✓", "✓", "✓ ~", "differs", "skipped"])
    cell.matchers[3].answers?.wrongByClass = ["browse": 2, "first-key": 0]
    #expect(
      try texts(html(Fixtures.record([cell])), rows) == ["✓", "✓", "✓ ~", "✓", "skipped"])
    // No mark of a right answer without one, nor for a matcher that failed.
    cell.matchers[3].status = .voided
    cell.matchers[3].answers?.wrongByClass = ["browse": 2]
    cell.matchers[2].status = .errored
    cell.matchers[2].answers = cell.matchers[3].answers
    let words = try texts(html(Fixtures.record([cell])), rows)
    #expect(words == ["✓", "✓", "failed", "skipped", "skipped"])
  }

  @Test("A list of a single size is told how to measure longer ones, and nothing about growth")
  func oneSize() throws {
    let advice = " For longer lists, add --sizes 1x,3x,10x."
    let text = try choice([cell(1_000, time: 80_000)])
    #expect(text.hasSuffix("is 8.33 ms.\(advice)"), "\(text)")
    // A single participant leaves no choice, but its owner asks the same.
    var alone = cell(1_000, time: 80_000)
    alone.matchers = Array(alone.matchers.prefix(1))
    #expect(try choice([alone]).hasSuffix("per corpus byte.\(advice)"))
    alone.matchers = [Fixtures.measured("linear-scan", time: 2 * Self.frame, ratio: 1)]
    #expect(try !choice([alone]).contains(advice))
  }

  @Test("A faster matcher is named where the simplest one exceeds a frame, without its capacity")
  func tooSlow() throws {
    let text = try choice([
      cell(100, time: 2 * Self.frame), cell(1_000, time: 3 * Self.frame),
      cell(10_000, time: 4 * Self.frame),
    ])
    #expect(text.hasPrefix("Use fast for this list (contains): worst p99 6.25 ms at 1 000 rows"))
    #expect(!text.contains("stays within"), "\(text)")
  }

  @Test("The page begins with the matcher to use, the verdict and the rules of the search")
  func page() throws {
    let page = try html(Fixtures.record([cell(1_000, time: 80_000)]))
    #expect(try texts(page, "//h2[@id='verdict-title']") == ["Use linear-scan for this list."])
    let leads = try texts(page, "//section[@aria-labelledby='verdict-title']/p[@class='lead']")
    #expect(leads.count == 3)
    #expect(leads.first?.hasPrefix("Worst p99 80.0 µs at 1 000 rows, ") == true, "\(leads)")
    #expect(leads.dropFirst().first?.hasPrefix("Every answer is right. ") == true, "\(leads)")
    #expect(
      leads.last == "Searched: 1 000 rows; the typed text must be anywhere in 'title', ignoring "
        + "case; filters: kind, year.")
  }

  @Test("A wrong run begins with what is wrong, not with a recommendation")
  func wrong() throws {
    var cell = cell(1_000, time: 80_000)
    cell.matchers.append(
      Fixtures.matcher("mine", .voided, reason: "w", wrong: [Fixtures.counterexample(1)]))
    let page = try html(Fixtures.record([cell]))
    #expect(try texts(page, "//h2[@id='verdict-title']") == ["1 matcher answered wrongly."])
  }

  @Test("The own size is marked only in a picture that contains it, and longer lists as made up")
  func marks() throws {
    let mark = "The vertical line marks your 1 000 rows"
    let inside = try html(
      Fixtures.record([cell(1_000, time: 80_000), cell(10_000, time: 800_000)]))
    let caption = try texts(inside, "//section[@id='overview']//figcaption")
    #expect(caption.contains { $0.contains(mark) }, "\(caption)")
    #expect(try texts(inside, "//section[@id='scaling']//th").contains { $0.contains("made up") })
    let outside = try html(
      Fixtures.record([cell(10_000, time: 80_000), cell(100_000, time: 800_000)]))
    let other = try texts(outside, "//section[@id='overview']//figcaption")
    #expect(!other.contains { $0.contains(mark) }, "\(other)")
  }

  @Test("A matcher without a rank is shown with its times, a mark and the reason")
  func unranked() throws {
    var cell = cell(1_000, time: 80_000)
    for (id, wrong) in [("app", 2), ("shy", 0)] {
      var matcher = Fixtures.matcher(id, .skipped, reason: "not beyond ASCII")
      matcher.isAppCode = id == "app" ? true : nil
      var tally = AnswerTally()
      (tally.checkedCount, tally.wrongCount) = (9, wrong)
      if wrong > 0 { tally.example = Fixtures.counterexample(1) }
      tally.figures = cell.matchers[0].figures
      matcher.answers = tally
      cell.matchers.append(matcher)
    }
    let page = try html(Fixtures.record([cell]))
    let scaling = try texts(page, "//section[@id='scaling']//td | //section[@id='scaling']//p")
    #expect(scaling.contains { $0.hasSuffix("‡") }, "\(scaling)")
    #expect(
      scaling.contains {
        $0.hasPrefix("‡ app is what an app would write, and is not ranked: 2 of 9 answers differ; ")
          && $0.contains("row 4 is missing")
      }, "\(scaling)")
    #expect(
      scaling.contains(
        "‡ shy is not ranked: 0 of 9 answers differ; it declines: not beyond ASCII"), "\(scaling)")
  }
}

@Suite("Pictures of several rules and families")
struct OverviewPictureTests {
  private typealias Fixtures = RecordFixtures

  private func cell(_ rowCount: Int, _ profile: SearchProfile, family: String) -> CellRecord {
    var cell = Fixtures.cell(
      [
        Fixtures.measured("linear-scan", time: 10 * rowCount, ratio: 1),
        Fixtures.measured("fast", time: rowCount, ratio: 0.1),
      ], rowCount: rowCount, profile: profile)
    (cell.corpus.family, cell.corpus.name) = (family, "\(family)-\(rowCount)")
    return cell
  }

  @Test("Each match mode has its own picture of the worst p99, and its own table")
  func modes() throws {
    let cells = [SearchProfile.titles, .titlesPrefix].flatMap { profile in
      [1_000, 10_000].map { cell($0, profile, family: "titles") }
    }
    let page = try Document(Fixtures.record(cells)).page()
    let overview = "//section[@id='overview']"
    #expect(try page.count("\(overview)//svg[@role='img']") == 2)
    #expect(try page.values("\(overview)//caption").map { $0.contains(",") } == [true, true])
  }

  @Test("Growth has a picture for each of several families, and the figures of each")
  func families() throws {
    let cells = ["titles", "people"].flatMap { family in
      [1_000, 10_000].map { cell($0, .titles, family: family) }
    }
    let page = try Document(Fixtures.record(cells)).page()
    let scaling = "//section[@id='scaling']"
    #expect(try page.count("\(scaling)//svg[@role='img']") == 2)
    #expect(try page.count("\(scaling)//svg[@role='img']//title") == 8)
    #expect(try page.count("\(scaling)//details//table") == 2)
  }
}

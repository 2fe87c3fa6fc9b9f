import FoundationEssentials
import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// Every surface shows the record's verdict.
@Suite("The verdict on a run")
struct VerdictTests {
  private typealias Fixtures = RecordFixtures

  /// A record for every verdict.
  private static func record(_ verdict: Verdict) -> RunRecord {
    var matchers = [Fixtures.matcher("linear-scan", time: 5, ratio: 1)]
    if verdict == .wrong {
      matchers.append(
        Fixtures.matcher("bad", .voided, reason: "w", wrong: [Fixtures.counterexample(1)]))
    }
    if verdict == .incomplete { matchers.append(Fixtures.failure("crashy")) }
    var record = Fixtures.record([Fixtures.cell(matchers, rowCount: 100)])
    let findings = Fixtures.gate.findings
    switch verdict {
    case .right, .wrong, .incomplete: break
    case .slower:
      record.gate = Fixtures.gate
      record.gate?.findings = findings.filter { $0.verdict == .slower }
    case .missed: record.budgets = Fixtures.everything.budgets
    case .inconclusive:
      record.gate = Fixtures.gate
      record.gate?.findings = findings.filter { $0.verdict == .inconclusive }
    case .notComparable:
      record.gate = Fixtures.gate
      record.gate?.findings = findings.filter { $0.verdict == .notComparable }
    }
    record.conclude(isStrict: true)
    return record
  }

  @Test("The verdict names the code of an app that differs, once, although no run fails for it")
  func appCode() {
    var app = Fixtures.matcher("app", .skipped, reason: "its answers differ")
    app.isAppCode = true
    var tally = AnswerTally()
    (tally.checkedCount, tally.wrongCount) = (9, 2)
    app.answers = tally
    let right = Fixtures.matcher("linear-scan", time: 5, ratio: 1)
    let cell = Fixtures.cell([right, app], rowCount: 100)
    let headline = Document.Headline(Fixtures.record([cell, cell])).text
    #expect(headline == "Every answer is right, except those of app (an app's code).")
    app.answers?.wrongCount = 0
    let agreeing = Fixtures.record([Fixtures.cell([right, app], rowCount: 100)])
    #expect(Document.Headline(agreeing).text == "Every answer is right.")
  }

  @Test(
    "A wrong participant gets code in its own language for what it lacks, and only for that",
    arguments: [
      ("Node v20.15.0", "in JavaScript, to ignore accents, change rows and typed text with: text."),
      ("Python 3.12", "in Python, to ignore accents, change rows and typed text with: uni"),
      ("Zig 0.13", nil),
    ])
  func codeHint(language: String, hint: String?) throws {
    func lines(_ difference: String, wanted: String) -> [String] {
      var tally = AnswerTally()
      (tally.checkedCount, tally.wrongCount, tally.examinedCount) = (9, 2, 2)
      tally.causes = [
        AnswerTally.Cause(difference: difference, wanted: wanted, remedy: "", count: 2)
      ]
      var mine = Fixtures.matcher("mine", .voided, reason: "wrong")
      mine.answers = tally
      mine.engine = EngineRecord()
      mine.engine?.language = language
      var record = Fixtures.record([Fixtures.cell([mine], rowCount: 100)])
      record.ownParticipants = ["mine"]
      return Array(Document(record).ownLines.joined())
    }
    let found = lines("accents", wanted: "folding cd")
    #expect(found.count == (hint == nil ? 1 : 2))
    if let hint { #expect(found[1].hasPrefix("mine: \(hint)"), "\(found)") }
    let form = lines("letters written as several characters", wanted: "normal form C (NFC)")
    #expect(form.count == found.count)
    if hint != nil { #expect(form[1].contains("to have letters written in one way"), "\(form)") }
    // It finds more than it should.
    #expect(lines("accents", wanted: "folding exact").count == 1)
    #expect(lines("numbers", wanted: "numeric [year]").count == 1)
  }

  @Test("The failure of an engine ends with its last lines on standard error")
  func lastErrors() {
    var failure = EngineFailure(.exited, in: .query, got: "status 1", expected: "a reply")
    failure.standardErrorTail = "one\nModuleNotFoundError: No module named 'x'\n"
    var lost = Fixtures.matcher("mine", .errored, reason: "exited in query")
    lost.engine = EngineRecord(failure: failure)
    let record = Fixtures.record([Fixtures.cell([lost], rowCount: 100)])
    let text = Document(record).failureLines.first?.text ?? ""
    #expect(
      text.hasSuffix(
        ": exited in query; its standard error ends: one · ModuleNotFoundError: "
          + "No module named 'x'"), "\(text)")
  }

  @Test("A gate says how many keystrokes it takes to compare the slowest ones on their own")
  func withoutTail() {
    var record = Fixtures.record([Fixtures.cell([], rowCount: 100)])
    record.gate = Fixtures.gate
    let finding = Fixtures.gate.findings.first { $0.ratio != nil }
    record.gate?.findings = [finding].compactMap(\.self)
    record.gate?.findings[0].figure = "time"
    let sentence = "compared on their own, which takes 41 typed keystrokes"
    #expect(MarkdownRenderer(Document(record)).render().contains(sentence))
    var tail = record.gate?.findings
    tail?[0].figure = "tail"
    record.gate?.findings += tail ?? []
    #expect(!MarkdownRenderer(Document(record)).render().contains(sentence))
  }

  /// Texts on which careless code goes wrong: a final sigma, a voicing mark, vowels that are marks.
  private static let careful = [
    "ΘΕΣ", "Θεσσαλονίκη ΣΑΣ", "Straße", "がぎ", "กำ น้ำ", "हिन्दी", "Ёлка", "Crème Brûlée", "Ärger",
    "Kırşehir IŞIK İzmir",
  ]

  @Test(
    "The code that is shown folds accents and case as the specification does",
    .needs(.node), .needs(.python3))
  func codeIsRight() throws {
    let texts = String(decoding: try JSONEncoder().encode(Self.careful), as: UTF8.self)
    func javascript(_ cause: CodeHint.Cause) -> String {
      "(text) => \(CodeHint.javascript.code(for: cause) ?? "")"
    }
    func python(_ cause: CodeHint.Cause) -> String {
      "lambda text: \(CodeHint.python.code(for: cause) ?? "")"
    }
    let outputs = [
      try Child.run([
        "node", "-e",
        "const [a, b] = [\(javascript(.accents)), \(javascript(.letters))];"
          + "const fold = (change) => \(texts).map(change);"
          + "console.log(JSON.stringify([...fold((text) => b(a(text))), ...fold(b)]))",
      ]),
      try Child.run([
        "python3", "-c",
        "import json, re, unicodedata\na, b = \(python(.accents)), \(python(.letters))\n"
          + "print(json.dumps([b(a(text)) for text in \(texts)] + [b(text) for text in \(texts)]))",
      ]),
    ]
    let expected = [Folding.caseAndDiacriticInsensitive, .caseInsensitive].flatMap { folding in
      Self.careful.map { String(decoding: folding.fold($0), as: UTF8.self) }
    }
    for output in outputs {
      let folded = try JSONDecoder().decode([String].self, from: Data(output.output.utf8))
      #expect(folded.count == expected.count)
      for (own, right) in zip(folded, expected) {
        #expect(own.unicodeScalars.elementsEqual(right.unicodeScalars), "\(own), not \(right)")
      }
    }
  }

  /// The hint to a matcher in Swift with these causes of wrong answers.
  private static func hint(
    _ causes: (difference: String, wanted: String, count: Int)...
  ) -> String {
    var tally = AnswerTally()
    let count = causes.reduce(0) { $0 + $1.count }
    (tally.checkedCount, tally.wrongCount, tally.examinedCount) = (999, count, count)
    tally.causes = causes.map { cause in
      AnswerTally.Cause(
        difference: cause.difference, wanted: cause.wanted, remedy: "", count: cause.count)
    }
    var mine = Fixtures.matcher("mine", .voided, reason: "wrong")
    mine.answers = tally
    var record = Fixtures.record([Fixtures.cell([mine], rowCount: 100)])
    record.ownParticipants = ["mine"]
    return Document(record).ownLines.first?.last ?? ""
  }

  @Test("A hint has no code for what explains hardly any difference")
  func rareHint() {
    let accents = ("accents", "folding cd", 99)
    let often = Self.hint(accents, ("several words", "terms splitAND", 20))
    #expect(often.contains("Diacritic") && often.contains("allSatisfy"), "\(often)")
    let rarely = Self.hint(accents, ("several words", "terms splitAND", 1))
    #expect(rarely.contains("Diacritic") && !rarely.contains("allSatisfy"), "\(rarely)")
  }

  @Test("Under loose, Swift gets the folding loose, and no other code that it includes")
  func looseHint() {
    let hint = Self.hint(("accents and letters that a keyboard lacks", "folding loose", 2))
    #expect(hint.contains("Folding.loose.fold(text)"), "\(hint)")
    #expect(!hint.contains("caseAndDiacriticInsensitive") && !hint.contains("caseInsensitive"))
  }

  @Test("The code that is shown composes letters", .needs(.node), .needs(.python3))
  func form() throws {
    let javascript = CodeHint.javascript.code(for: .form) ?? ""
    let python = CodeHint.python.code(for: .form) ?? ""
    let outputs = [
      try Child.run([
        "node", "-e", "const text = 'u\\u0308'; console.log((\(javascript)).length)",
      ]),
      try Child.run([
        "python3", "-c", "import unicodedata\ntext = 'u\\u0308'\nprint(len(\(python)))",
      ]),
    ]
    #expect(outputs.map(\.output) == ["1\n", "1\n"])
  }

  @Test("The code that is shown tests every word that was typed", .needs(.node), .needs(.python3))
  func words() throws {
    let outputs = [
      try Child.run([
        "node", "-e",
        "const test = (typed, text) => \(CodeHint.javascript.code(for: .words) ?? "");"
          + #"console.log(test("b a", "xa bx"), test("b c", "xa bx"))"#,
      ]),
      try Child.run([
        "python3", "-c",
        "test = lambda typed, text: \(CodeHint.python.code(for: .words) ?? "")\n"
          + #"print(test("b a", "xa bx"), test("b c", "xa bx"))"#,
      ]),
    ]
    #expect(outputs.map { $0.output.lowercased() } == ["true false\n", "true false\n"])
  }

  @Test("A wrong or failed matcher is counted once, not also as a comparison that cannot be made")
  func countedOnce() throws {
    let finding = try #require(Fixtures.gate.findings.first { $0.verdict == .notComparable })
    for (matcher, verdict) in [
      (Fixtures.failure(finding.matcher), Verdict.incomplete),
      (Fixtures.matcher(finding.matcher, .voided, reason: "w"), .wrong),
      (Fixtures.matcher(finding.matcher, time: 5, ratio: 1), .notComparable),
    ] {
      var record = Fixtures.record([Fixtures.cell([matcher], rowCount: 100)])
      record.gate = Fixtures.gate
      record.gate?.findings = [finding]
      record.gate?.findings[0].cell = record.cells[0].id
      #expect(record.verdict == verdict)
      let isCounted = record.complains(of: .impossibleComparisons)
      #expect(isCounted == (verdict == .notComparable), "\(record.complaints)")
    }
  }

  @Test("The verdict on a run is the same in every format", arguments: Verdict.allCases)
  func surfaces(verdict: Verdict) throws {
    let record = Self.record(verdict)
    let text = Document.Headline(record).text
    let isRight = verdict == .right
    #expect(record.verdict == verdict)
    #expect(try RunRecord(decoding: try record.encoded()).verdict == verdict)

    let result = try XMLDocument(try ResultReport(record).render())
    #expect(try result.values("/result/@verdict") == [verdict.rawValue])

    let headline = "//h2[@id='verdict-title']"
    let page = try Document(record).page()
    #expect(try page.values("\(headline)/@data-verdict") == [verdict.rawValue])
    #expect(try page.values("\(headline)/@class") == ["headline \(isRight ? "right" : "wrong")"])
    #expect(try page.values(headline).first?.contains(text) == true)

    let markdown = MarkdownRenderer(Document(record)).render()
    #expect(markdown.hasPrefix("## \(isRight ? "✅" : "❌") \(text)\n"))
    #expect(markdown.contains("\nVerdict: **\(verdict.words)**. "))

    let lines = TerminalRenderer(Document(record), style: TextStyle(isColoured: false)).lines()
    #expect(lines.contains("\(verdict.words): \(text)"))

    let junit = try XMLDocument(try JUnitWriter.render(JUnitReport(record)))
    let wrong = try junit.count("//testcase[failure or error]")
    #expect((wrong == 0) == isRight)
    #expect(
      try junit.count("//testcase[@name='verdict'][failure or error]") == (isRight ? 0 : 1))
  }

  @Test(
    "An inconclusive comparison or a change judged alone fails only with --strict",
    arguments: [GateVerdict.inconclusive, .alone])
  func strictness(verdict: GateVerdict) throws {
    var record = Self.record(.inconclusive)
    for index in record.gate?.findings.indices ?? 0..<0 {
      record.gate?.findings[index].verdict = verdict
    }
    record.conclude(isStrict: true)
    #expect(record.verdict == .inconclusive)
    let path = "//testcase[starts-with(@name, 'gate: time, ')][failure]"
    #expect(try XMLDocument(try JUnitWriter.render(JUnitReport(record))).count(path) == 1)
    record.conclude(isStrict: false)
    #expect(record.verdict == .right && record.complaints.isEmpty)
    #expect(
      try XMLDocument(try JUnitWriter.render(JUnitReport(record))).count("//failure | //error") == 0
    )
  }

  @Test("The verdict is stored when a record is written, and computed for an older record")
  func storing() throws {
    var record = Self.record(.missed)
    let stored = try RunRecord(decoding: try record.encoded())
    #expect(stored.ending?.complaints.map(\.kind) == [.missedBudgets])
    // The verdict stays, even if the record is changed later.
    record.budgets = nil
    #expect(record.verdict == .missed)
    let old = String(decoding: try record.encoded(), as: UTF8.self)
      .replacing(/"ending":\{[^}]*\}?\]?[^}]*\},/, with: "")
    #expect(!old.contains("\"ending\""))
    #expect(try RunRecord(decoding: Array(old.utf8)).verdict == .right)
  }

  /// A run of a matcher that answers and of one that declines everything.
  private static func silence(askedFor ids: [String]?) -> RunRecord {
    var record = Fixtures.record([
      Fixtures.cell([
        Fixtures.matcher("linear-scan", time: 5, ratio: 1),
        Fixtures.matcher("shy", .skipped, reason: "its closure declares the folding c, not cd"),
      ])
    ])
    record.askedFor = ids
    return record
  }

  @Test("A run is not comparable if a participant that was asked for answered nothing")
  func silence() throws {
    let record = Self.silence(askedFor: ["linear-scan", "shy"])
    #expect(record.verdict == .notComparable && !record.hasRightAnswers)
    #expect(Document.Headline(record).text == "Participant shy answered nothing.")
    let document = Document(record)
    #expect(
      document.failureLines.map(\.text) == [
        "shy was asked for and answered nothing, expected an answer on at least one cell: "
          + "on titles-1000.titles, its closure declares the folding c, not cd"
      ])
    let markdown = MarkdownRenderer(document).render()
    #expect(markdown.contains("not comparable") && markdown.contains("shy was asked for"))
    let result = try XMLDocument(try ResultReport(record).render())
    #expect(try result.values("/result/@verdict") == ["not-comparable"])
    let junit = try XMLDocument(try JUnitWriter.render(JUnitReport(record)))
    #expect(
      try junit.values("//testcase[@name='verdict']/error/@message")
        == ["not comparable: Participant shy answered nothing."])
  }

  @Test("A run is right even if a participant that nobody asked for answered nothing")
  func options() {
    #expect(Self.silence(askedFor: nil).verdict == .right)
    #expect(Self.silence(askedFor: ["linear-scan"]).verdict == .right)
  }

  @Test("A run is not comparable if nobody answered anything")
  func nothing() {
    var record = Self.silence(askedFor: nil)
    record.cells[0].matchers.removeFirst()
    #expect(record.verdict == .notComparable)
    #expect(Document.Headline(record).text == "Nothing was answered.")
    record.cells = []
    #expect(record.verdict == .notComparable)
    var quiet = Self.silence(askedFor: nil)
    quiet.cells[0].matchers[0].declinedCount = quiet.cells[0].keystrokes.count
    #expect(quiet.verdict == .notComparable)
  }

  @Test("The verdict names a participant that declined most of what it was asked, or was asked for")
  func declined() {
    func report(_ declinedCount: Int, askedFor: [String]? = nil) -> String {
      var matcher = Fixtures.matcher("picky", time: 5, ratio: 1)
      var tally = AnswerTally()
      tally.checkedCount = 2
      (matcher.answers, matcher.declinedCount) = (tally, declinedCount)
      var record = Fixtures.record([Fixtures.cell([matcher], rowCount: 100)])
      record.askedFor = askedFor
      return MarkdownRenderer(Document(record)).render()
    }
    let right = "Every answer is right"
    #expect(report(0).contains("\(right).") && !report(0).contains(" declined)"))
    #expect(report(2).contains("\(right).") && report(2).contains(" answers checked (2 declined)"))
    #expect(
      report(3).contains("\(right), but picky declined 3 of 5 keystrokes."), "\(report(3))")
    #expect(
      report(1, askedFor: ["picky"]).contains("\(right), but picky declined 1 of 3 keystrokes."))
  }

  @Test("The verdict on a run is the most serious of several")
  func gravity() {
    #expect(Verdict.gravest([]) == .right)
    #expect(Verdict.gravest([.right, .inconclusive]) == .inconclusive)
    #expect(Verdict.gravest([.inconclusive, .incomplete]) == .incomplete)
    #expect(Verdict.gravest([.incomplete, .missed, .slower]) == .slower)
    #expect(Verdict.gravest([.slower, .notComparable]) == .notComparable)
    #expect(Verdict.gravest(Verdict.allCases) == .wrong)
  }
}

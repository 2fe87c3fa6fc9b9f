import MatchmarkTestSupport
import Testing
import matchmark_dev

@Suite("The study of intervals")
struct CoverageStudyTests {
  private func trial(held count: Int) -> CoverageTrial {
    var trial = CoverageTrial(
      .ratio, of: "titles", "24 of all kinds", drawCount: 300, truth: 0.5,
      on: (day: "2026-01-02", hostClass: "any, 2 cores"))
    trial.heldCount = count
    return trial
  }

  @Test("a 95 % interval fails if it contains the true value too rarely or always")
  func stated() {
    // SciPy: binomtest(k, 300).proportion_ci(0.99, method="exact"), which contains 95 % from 275 to
    // 294, and is above 90 % from 284.
    #expect(
      [270, 283, 284, 294, 295, 300].map { trial(held: $0).agreement }
        == [.lessOften, .lessOften, .asStated, .asStated, .moreOften, .moreOften])
    let page = CoverageText.page([270, 285, 286, 300].map(trial))
    #expect(
      page.contains(
        "Of 4 rows, 2 are as stated; in 1, intervals contain the true value more often, "
          + "in 1 less often."))
    #expect(page.contains("| 300 of 300 |") && page.contains("| more often |"))
    #expect(page.contains("| 270 of 300 |") && page.contains("| **less often** |"))
  }

  @Test("results by another method are kept but not shown")
  func methods() {
    var older = trial(held: 285)
    older.method = 0
    #expect(!CoverageText.page([older]).contains("285 of 300"))
    #expect(CoverageText.page([older]).contains("Nothing was measured by this method yet."))
  }

  @Test("results that the file already has are not measured again")
  func resumed() throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "coverage", "--family", "plans", "--sessions", "50", "--draws", "20", "--study",
      "study.jsonl",
    ]
    let first = try Program.development.run(arguments, in: folder.path)
    #expect(first.code == 0 && first.errors.contains("plans, 24 of all kinds, ratio: "))
    let second = try Program.development.run(arguments, in: folder.path)
    #expect(second.code == 0 && second.errors.isEmpty)
    let page = try Program.development.run(["page", "coverage", "study.jsonl"], in: folder.path)
    #expect(page.output.contains("| plans | 24 of all kinds | ratio |"))
    let unknown = try Program.development.run(["coverage", "--family", "plan"], in: folder.path)
    #expect(unknown.code == 64 && unknown.errors.contains("got family 'plan', expected one of"))
  }
}

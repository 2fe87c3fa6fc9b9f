import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// The oracles of orders against the programs and libraries that define them.
@Suite("Orders of other programs")
struct OrderParityTests {
  /// The rows in the order of fzf itself.
  private static func fzfOrder(
    _ rows: [String], _ needle: String, _ options: [String] = []
  ) throws -> [String] {
    let program = try #require(Need.fzfPath)
    let outcome = try Child.start(
      path: "/usr/bin/env",
      // The user's own defaults may change the order.
      arguments: [
        "-u", "FZF_DEFAULT_OPTS_FILE", "FZF_DEFAULT_OPTS=", program, "--filter", needle,
      ] + options,
      input: rows.map { "\($0)\n" }.joined()
    ).finish()
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test("The naive order is that of fzf itself on random lists", .needs(.fzf))
  func parity() throws {
    for question in try Self.questions(seed: 74, where: \.isComparableWithFzf) {
      let right = FzfOracle.rank(question.rows, question.needle).map { question.rows[$0.row] }
      let order = try Self.fzfOrder(question.rows, question.needle)
      #expect(order.map { Array($0.utf8) } == right.map { Array($0.utf8) }, "\(question)")
    }
  }

  @Test("The letters that the naive order reads as plain ones are those of fzf", .needs(.fzf))
  func plainLetters() throws {
    let scalars = (0x80...0x2_FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .filter { !$0.properties.isWhitespace }
    let rows = scalars.map { String($0) }
    let oracle = FzfOracle(rows)
    for needle in ["a", "O", "s", "Y", "i", ".", "7", "ø", "ж", "Ǆ"] {
      let order = try Self.fzfOrder(rows, needle, ["--no-extended"])
      #expect(oracle.rank(needle).map { rows[$0.row] } == order, "\(needle)")
    }
  }

  @Test("The naive order of fzy is that of fzy itself on random lists", .needs(.fzy))
  func fzy() throws {
    for question in try Self.questions(seed: 75, where: \.isComparableWithFzy) {
      let right = FzyOracle(question.rows).rank(question.needle).map { question.rows[$0.row] }
      let outcome = try Child.start(
        path: "/usr/bin/env", arguments: ["fzy", "-j1", "--show-matches=\(question.needle)"],
        input: question.rows.map { "\($0)\n" }.joined()
      ).finish()
      let order = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(order.map { Array($0.utf8) } == right.map { Array($0.utf8) }, "\(question)")
    }
  }

  @Test("The naive orders by edits are those by the distances of rapidfuzz", .needs(.rapidfuzz))
  func edits() throws {
    let questions = try Self.questions(seed: 76, where: \.isComparableWithEdits)
    let python = try #require(Python.with("rapidfuzz"))
    let lines = try questions.map { question in
      let object: [String: Any] = ["rows": question.rows, "needle": question.needle]
      return String(
        decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    let outcome = try Child.start(
      path: "/usr/bin/env", arguments: [python, "-c", Self.distances],
      input: lines.map { "\($0)\n" }.joined()
    ).finish()
    let orders = outcome.output.split(separator: "\n")
    try #require(orders.count == questions.count, "\(outcome.text)")
    for (question, order) in zip(questions, orders) {
      let found = [false, true].map { isOfPrefixes in
        EditOracle(question.rows, isOfPrefixes: isOfPrefixes).rank(question.needle).map(\.row)
      }
      #expect("\(found)" == order, "\(question)")
    }
  }

  /// Prints the order by edits of whole rows, and that by edits of beginnings of words.
  private static let distances = #"""
    import json, sys
    from rapidfuzz.distance import OSA
    lower = lambda text: "".join(letter.lower() for letter in text.strip(" "))
    def whole(row, needle):
        return OSA.distance(row, needle)
    def prefix(row, needle):
        starts = [at for at in range(len(row)) if at == 0 or row[at - 1] == " " != row[at]]
        return min([OSA.distance(row[at:end], needle) for at in starts
                    for end in range(at, len(row) + 1)], default=len(needle))
    for line in sys.stdin:
        question = json.loads(line)
        needle = lower(question["needle"])
        budget = 0 if len(needle) < 5 else 1 if len(needle) < 9 else 2
        orders = []
        for edits in whole, prefix:
            found = [(edits(lower(row), needle), len(row.strip(" ")), place)
                     for place, row in enumerate(question["rows"])] if needle else []
            orders.append([key[2] for key in sorted(found) if key[0] <= budget])
        print(orders)
    """#

  /// Random questions that a program can answer.
  private static func questions(
    seed: UInt64, where isComparable: (RankedQuestion) -> Bool
  ) throws -> [RankedQuestion] {
    let draw = Ranking([]).draws(seed: seed)
    var questions: [RankedQuestion] = []
    var number = 0
    while questions.count < TestAmount.orderCount {
      let question = try draw(number)
      if isComparable(question) { questions.append(question) }
      number += 1
    }
    return questions
  }
}

extension RankedQuestion {
  /// True if no operator of fzf occurs, and the program prints the rows as they are.
  fileprivate var isComparableWithFzf: Bool {
    !needle.allSatisfy { $0 == " " }
      && (rows + [needle]).allSatisfy { text in
        text.unicodeScalars.allSatisfy { $0.value >= 32 && !FzfOracle.operators.contains($0) }
      }
  }

  /// True if the program takes each row for a line, and prints it as it is.
  fileprivate var isComparableWithFzy: Bool {
    (rows + [needle]).allSatisfy { text in text.unicodeScalars.allSatisfy { $0.value >= 32 } }
      && !rows.contains("")
  }

  /// True if no letter becomes several ones in lower case.
  fileprivate var isComparableWithEdits: Bool {
    (rows + [needle]).allSatisfy { text in
      text.unicodeScalars.allSatisfy { $0.properties.lowercaseMapping.unicodeScalars.count == 1 }
    }
  }
}

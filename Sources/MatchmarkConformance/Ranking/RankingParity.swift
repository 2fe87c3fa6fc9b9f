import MatchmarkCore

extension RankingLaw {
  static let specified = RankingLaw(
    "F14", "Order and scores are those of the specification that the ranker names.",
    of: \.namesSpec, when: \.isCoveredBySpec
  ) { trial in
    guard let spec = trial.rules.spec else { return nil }
    let expected = spec.oracle(over: trial.rows).rank(trial.needle)
    for (place, (got, right)) in zip(trial.full, expected).enumerated() {
      if got.row != right.row {
        return "got row \(got.row) at place \(place + 1), expected \(description(of: right)), "
          + "as \(spec.rawValue) ranks them"
      }
      if let score = got.score, let right = right.score, !spec.agrees(score, with: right) {
        return "got the score \(scoreText(score)) for row \(got.row), expected "
          + "\(scoreText(right)) as in \(spec.rawValue)"
      }
    }
    guard trial.full.count == expected.count else {
      return "got \(trial.full.count) rows, expected \(expected.count) as \(spec.rawValue) finds"
    }
    return nil
  }

  private static func description(of right: RankedRow) -> String {
    "row \(right.row)" + (right.score.map { ", whose score is \(scoreText($0))," } ?? "")
  }
}

extension RankedTrial {
  fileprivate var isCoveredBySpec: Bool { rules.spec?.covers(needle, rows) == true }
}

extension RankingRules {
  fileprivate var namesSpec: Bool { spec != nil }
}

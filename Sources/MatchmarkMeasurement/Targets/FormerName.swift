/// What things were called in earlier versions: still read, with a notice, and never written.
package enum FormerName {
  /// Suites that ship.
  package static let suites = ["limits": "frontier"]
  /// Keys of a suite's targets.
  package static let targetKeys = ["contestant": "participant", "peer": "incumbent"]
}

extension Target {
  private enum FormerKeys: String, CodingKey {
    case contestant
    case peer
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let former = try decoder.container(keyedBy: FormerKeys.self)
    self.init(
      try values.decode(String.self, forKey: .what),
      of: try values.decodeIfPresent(String.self, forKey: .participant)
        ?? former.decode(String.self, forKey: .contestant),
      try values.decode(Statistic.self, forKey: .statistic),
      on: try values.decode([String].self, forKey: .cells),
      outcome: try values.decode(Outcome.self, forKey: .outcome))
    kinds = try values.decode([String].self, forKey: .kinds)
    shortestNeedle = try values.decodeIfPresent(Int.self, forKey: .shortestNeedle)
    longestNeedle = try values.decodeIfPresent(Int.self, forKey: .longestNeedle)
    incumbent =
      try values.decodeIfPresent(String.self, forKey: .incumbent)
      ?? former.decodeIfPresent(String.self, forKey: .peer)
    floor = try values.decode(Double.self, forKey: .floor)
    goal = try values.decode(Double.self, forKey: .goal)
    note = try values.decodeIfPresent(String.self, forKey: .note)
  }
}

extension TargetFinding {
  private enum FormerKeys: String, CodingKey {
    case contestantValue
    case peerValue
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let former = try decoder.container(keyedBy: FormerKeys.self)
    self.init(
      try values.decode(Target.self, forKey: .target),
      on: try values.decode([String].self, forKey: .cells))
    value = try values.decodeIfPresent(Double.self, forKey: .value)
    bounds = try values.decodeIfPresent(Bounds.self, forKey: .bounds)
    participantValue =
      try values.decodeIfPresent(Double.self, forKey: .participantValue)
      ?? former.decodeIfPresent(Double.self, forKey: .contestantValue)
    incumbentValue =
      try values.decodeIfPresent(Double.self, forKey: .incumbentValue)
      ?? former.decodeIfPresent(Double.self, forKey: .peerValue)
    keystrokeCount = try values.decodeIfPresent(Int.self, forKey: .keystrokeCount)
    wantedKeystrokeCount = try values.decodeIfPresent(Int.self, forKey: .wantedKeystrokeCount)
    reason = try values.decodeIfPresent(String.self, forKey: .reason)
  }
}

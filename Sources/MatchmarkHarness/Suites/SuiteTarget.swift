import MatchmarkDatasets
import MatchmarkRecord

/// One entry of a suite's targets.
///
/// ```yaml
/// - what: a scan of a million titles needs no longer than StringZilla's count
///   participant: linear-scan
///   statistic: p99
///   cells: [titles-1000000.titles]
///   needle-bytes: {at-least: 3}
///   incumbent: stringzilla
///   floor: 2
///   goal: 1.2
/// ```
struct SuiteTarget {
  let suite: Suite
  let participants: [String]
  let notice: (String) -> Void

  private static let keys = [
    "what", "participant", "statistic", "delivery", "cells", "kinds", "needle-bytes",
    "incumbent", "floor", "goal", "note",
  ]

  func targets(_ value: YAMLValue) throws(InputError) -> [Target] {
    var noticed: Set<String> = []
    return try value.distinct("target", by: \Target.what) { element throws(InputError) in
      for (former, name) in element.formerKeys(FormerName.targetKeys)
      where noticed.insert(former).inserted {
        notice("notice: \(value.file): the key '\(former)' is called '\(name)' now")
      }
      return try target(element)
    }
  }

  private func target(_ value: YAMLValue) throws(InputError) -> Target {
    let values = try value.mapping(Self.keys, formerly: FormerName.targetKeys)
    var target = Target(
      try values.required("what", "a sentence on what is wanted").text(),
      of: try values.required("participant", "whose figure it is")
        .name("participant", among: participants),
      try values.required("statistic", "one of \(Self.statistics)").choice(Target.Statistic.self),
      on: try cells(values.required("cells", "the cells that it is about")),
      delivery: suite.delivery)
    try readKeystrokes(values, into: &target)
    if let incumbent = values["incumbent"] {
      target.incumbent = try incumbent.name("participant", among: participants)
      guard !target.statistic.isGrowth else {
        throw incumbent.error("got an incumbent for a growth target, expected none")
      }
      guard target.incumbent != target.participant else {
        throw incumbent.error(
          "got '\(target.participant)' as its own incumbent, expected another participant")
      }
    }
    guard !target.statistic.isGrowth || target.cells.count > 2 else {
      throw value.error(
        "got \(target.cells.count) of the cells of a growth, expected three sizes or more")
    }
    target.floor = try number(values.required("floor", "what must not be exceeded"), target.unit)
    let goal = try values.required("goal", "what would be far enough")
    target.goal = try number(goal, target.unit)
    guard target.goal <= target.floor else {
      throw goal.error("got a goal above the floor, expected at most the floor")
    }
    target.note = try values["note"]?.text()
    return target
  }

  private static var statistics: String {
    Target.Statistic.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private func cells(_ value: YAMLValue) throws(InputError) -> [String] {
    let known = suite.cells.map(\.id)
    let cells = try value.distinct("cell", by: \String.self) { element throws(InputError) in
      try element.name("cell", among: known)
    }
    guard !cells.isEmpty else { throw value.error("got no cell, expected at least one") }
    return cells
  }

  /// Reads the keystrokes that count; if the figure has no keystrokes, none can be chosen.
  private func readKeystrokes(
    _ values: YAMLMapping, into target: inout Target
  ) throws(InputError) {
    for key in ["delivery", "kinds", "needle-bytes"] where !target.statistic.isOfKeystrokes {
      if let extra = values[key] {
        throw extra.error("got '\(key)' with '\(target.statistic.rawValue)', expected none")
      }
    }
    if let value = values["delivery"] {
      let known = [suite.delivery] + suite.otherDeliveries
      target.delivery = try value.item("delivery", among: known, by: \.rawValue)
    }
    if let kinds = values["kinds"] { target.kinds = try SuiteCell.kinds(kinds).map(\.rawValue) }
    if let range = values["needle-bytes"] {
      let bounds = try range.mapping(["at-least", "at-most"])
      target.shortestNeedle = try bounds["at-least"]?.whole(.needleBytes)
      target.longestNeedle = try bounds["at-most"]?.whole(.needleBytes)
      if let most = target.longestNeedle, most < target.shortestNeedle ?? 1 {
        throw range.error("got 'at-most' below 'at-least', expected it to be 'at-least' or more")
      }
      if bounds.isEmpty { throw range.error("got no bound, expected 'at-least' or 'at-most'") }
    }
  }

  private func number(_ value: YAMLValue, _ unit: Target.Unit) throws(InputError) -> Double {
    try value.number(unit == .nanoseconds ? .targetTime : .targetNumber)
  }
}

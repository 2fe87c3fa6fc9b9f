/// The order of the rows of a ranked search.
public enum RankedOrder: Sendable, Hashable {
  /// The order of a specification, to which an oracle holds every ranker.
  case specified(RankingRules.Spec)
  /// Each ranker has an order of its own, and is held to the laws of ranking and to what it
  /// declares.
  case own

  /// The specification; nil if each ranker has an order of its own.
  public var spec: RankingRules.Spec? {
    if case .specified(let spec) = self { spec } else { nil }
  }
}

extension RankedOrder: RawRepresentable, CaseIterable {
  /// The orders of the specifications, then that of each ranker.
  public static let allCases = RankingRules.Spec.allCases.map(Self.specified) + [.own]

  /// Reads `own`, or the raw value of a specification; the result is nil for any other text.
  public init?(rawValue: String) {
    guard let order = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = order
  }

  /// `own`, or the raw value of the specification.
  public var rawValue: String { spec?.rawValue ?? "own" }

  /// Reads a name, with or without the version of a specification; the result is nil for any other
  /// text.
  public init?(named text: String) {
    guard let order = Self.allCases.first(where: { [$0.name, $0.rawValue].contains(text) }) else {
      return nil
    }
    self = order
  }

  /// The name without the version of a program that may keep the order, such as `fzf-v2`.
  public var name: String { spec?.name ?? rawValue }
}

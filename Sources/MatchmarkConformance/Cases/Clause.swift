/// A statement of the contract: a clause proper, a decision, or a deliberate difference.
public struct Clause: Sendable, Hashable, Identifiable {
  /// The id, such as `Q1`, `D13` or `X5`.
  public let id: String
  /// What it says, in one sentence.
  public let text: String
  /// Whether it holds.
  public let status: Status

  /// Whether a clause holds.
  public enum Status: Sendable, Hashable {
    /// It does; at least one case would fail if it were broken.
    case inForce
    /// Other clauses replace it; their cases apply.
    case overruled(by: [String])
    /// It only says that something is carried as data and never read by matching.
    case dataOnly
  }

  /// Creates a clause.
  public init(id: String, text: String, status: Status) {
    self.id = id
    self.text = text
    self.status = status
  }
}

extension Clause {
  /// The groups of clauses, by the letter of their ids.
  package static let kinds: [(letter: String, title: String)] = [
    ("Q", "Queries"), ("T", "Tokens and scope"), ("S", "The session"), ("V", "Presentation"),
    ("D", "Decisions"), ("X", "Differences from Foundation"), ("O", "Settled points"),
    ("R", "Matched ranges"),
  ]

  /// The letter of the id, which is the group in reports.
  public var group: String { id.first.map(String.init) ?? "" }

  /// The status in words.
  public var statusText: String {
    switch status {
    case .inForce: "in force"
    case .overruled(let ids): "overruled by \(ids.joined(separator: ", "))"
    case .dataOnly: "data only"
    }
  }
}

/// How much of the contract a case belongs to; a matcher is judged level by level.
public enum ConformanceLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Text in ASCII, terms, numbers, order, empty queries, limits.
  case core
  /// Folding, white space and digits beyond ASCII.
  case unicode
  /// Tokens, scope and sections.
  case tokens
  /// The search field, event by event.
  case session

  /// The name as people read it.
  public var title: String {
    switch self {
    case .core: "Core"
    case .unicode: "Unicode"
    case .tokens: "Tokens"
    case .session: "Session"
    }
  }
}

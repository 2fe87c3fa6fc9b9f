/// An entry of the ledger of known disagreements, and what a run found about it.
package struct LedgerRecord: Sendable, Codable, Hashable {
  /// The id of the engine or matcher.
  package var engine: String
  /// The clause that the entry is about; nil if it is about a query.
  package var clause: String?
  /// The text of the query that the entry is about, and the profile.
  package var text: String?
  package var profile: String?
  /// Why it is tolerated, for a person to read.
  package var reason: String
  package var link: String
  /// The last day on which it is tolerated, such as `2027-01-31`.
  package var expires: String
  package var standing: LedgerStanding
  /// How many keystrokes or cases it covered.
  package var divergedCount: Int

  package init(
    engine: String, clause: String? = nil, text: String? = nil, profile: String? = nil,
    reason: String, link: String, expires: String, standing: LedgerStanding = .notAsked,
    divergedCount: Int = 0
  ) {
    self.engine = engine
    self.clause = clause
    self.text = text
    self.profile = profile
    self.reason = reason
    self.link = link
    self.expires = expires
    self.standing = standing
    self.divergedCount = divergedCount
  }

  /// What the entry is about: `clause X4`, or `"text" under titles`.
  package var subject: String {
    if let clause { return "clause \(clause)" }
    return "\((text ?? "").debugDescription) under \(profile ?? "every profile")"
  }

  package var verdict: String {
    switch standing {
    case .applied: "applied \(divergedCount == 1 ? "once" : "\(divergedCount) times"): \(reason)"
    case .stale: "stale, it no longer diverges: remove the entry"
    case .expired: "expired on \(expires): \(reason) (\(link))"
    case .notAsked: "not asked in this run"
    }
  }
}

package enum LedgerStanding: String, Sendable, Codable, CaseIterable {
  /// It covered a disagreement.
  case applied
  /// Its subject was asked, and the engine agreed: the entry should be removed.
  case stale
  case expired
  case notAsked = "not-asked"

  package var isFailure: Bool { self == .stale || self == .expired }
}

/// What one cell or conformance case contributes to the state of an entry.
package struct LedgerUse: Sendable, Codable, Hashable {
  /// The position of the entry in the ledger.
  package var entry: Int
  /// How many keystrokes or cases that it is about were answered.
  package var askedCount: Int
  /// How many of them it covered.
  package var divergedCount: Int

  package init(entry: Int, askedCount: Int, divergedCount: Int) {
    self.entry = entry
    self.askedCount = askedCount
    self.divergedCount = divergedCount
  }
}

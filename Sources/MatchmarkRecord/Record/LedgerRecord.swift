/// An entry of the ledger of known disagreements, with the finding of a run about it.
package struct LedgerRecord: Sendable, Codable, Hashable {
  /// The id of the engine or matcher.
  package var engine: String
  /// The clause that the entry is about; nil if it is about a query.
  package var clause: String?
  /// The text of the query that the entry is about, and the profile.
  package var text: String?
  package var profile: String?
  /// The reason why the disagreement is tolerated, for the reader.
  package var reason: String
  package var link: String
  /// The last day on which the disagreement is tolerated, such as `2027-01-31`.
  package var expires: String
  package var standing: LedgerStanding
  /// The number of keystrokes or cases that the entry covered.
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

  /// The subject of the entry: `clause X4`, or `"text" under titles`.
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
  /// The entry covered a disagreement.
  case applied
  /// The subject of the entry was asked, and the engine agreed, so the entry should be removed.
  case stale
  case expired
  case notAsked = "not-asked"

  package var isFailure: Bool { self == .stale || self == .expired }
}

/// The contribution of one cell or conformance case to the state of an entry.
package struct LedgerUse: Sendable, Codable, Hashable {
  /// The position of the entry in the ledger.
  package var entry: Int
  /// The number of keystrokes or cases about the entry's subject that were answered.
  package var askedCount: Int
  /// The number of them that the entry covered.
  package var divergedCount: Int

  package init(entry: Int, askedCount: Int, divergedCount: Int) {
    self.entry = entry
    self.askedCount = askedCount
    self.divergedCount = divergedCount
  }
}

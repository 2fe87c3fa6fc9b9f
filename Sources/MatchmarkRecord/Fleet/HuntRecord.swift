/// A hunt, for the ledger of hunts and for a fleet.
package struct HuntRecord: Codable, Equatable {
  /// The name of the contract; nil for matching, which ledgers did not name from the start.
  package var contract: String?
  /// The only clauses that were checked; nil for all.
  package var clauses: [String]?
  /// The corpus from which lists were drawn; nil if there is none.
  package var corpus: String?
  /// The profile that those of the cases were like; nil if there were all kinds.
  package var profile: String?
  /// The digest of the sources that decide what is answered and what is right.
  package let sources: String
  package let seed: UInt64
  package let first: Int
  package let rows: Int
  package let matchers: [String]
  package var cases: Int
  package var answers: Int
  /// The number of wrong answers; the first one ends a hunt.
  package var wrong: Int
  /// The number of forms of structures that exist, as far as matchers count them.
  package var forms: Int
  package var missing: [String]
  /// The matchers that gave no answer; nil if each gave one.
  package var idle: [String]?
  /// The matchers that were asked for; nil if there are none.
  package var askedFor: [String]?
  package var find: Find?

  /// A wrong answer, or the failure of an engine, with which the hunt ended.
  package struct Find: Codable, Equatable {
    package let number: Int
    package let matcher: String
    package let text: String
    /// The relevant options, as `--matcher-option` takes them.
    package let options: [String]
    /// The name of the file of cases that shows it; nil if none was stored.
    package let file: String?

    package init(number: Int, matcher: String, text: String, options: [String], file: String?) {
      (self.number, self.matcher, self.text) = (number, matcher, text)
      (self.options, self.file) = (options, file)
    }
  }

  package init(
    sources: String, seed: UInt64, first: Int, rows: Int, matchers: [String],
    counts: (cases: Int, answers: Int, wrong: Int), forms: (count: Int, missing: [String]),
    find: Find?
  ) {
    (self.sources, self.seed, self.first, self.rows) = (sources, seed, first, rows)
    self.matchers = matchers
    (cases, answers, wrong) = counts
    (self.forms, missing) = (forms.count, forms.missing)
    self.find = find
  }
}

extension HuntRecord {
  /// The exit code of the hunt.
  package var status: ExitStatus {
    if wrong > 0 { return .wrongAnswers }
    if find != nil { return .engine }
    return answers == 0 || !silent.isEmpty ? .notComparable : .fine
  }

  /// The matchers that were asked for and answered nothing.
  package var silent: [String] { (idle ?? []).filter { askedFor?.contains($0) == true } }
}

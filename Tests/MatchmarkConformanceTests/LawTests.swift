import MatchmarkConformance
import MatchmarkCore
import MatchmarkIncumbents
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

/// The laws on random worlds, for the oracle and every matcher of the catalog.
@Suite("The laws of an answer")
struct LawTests {
  static let entries =
    MatcherEntry.builtIn + [
      MatcherEntry(FoundationFilterMatcher.self), FaultyMatchers.entry(nil),
    ]

  private static func situations(seed: UInt64) throws -> [Situation] {
    var world = RandomWorld(seed: seed)
    return try (0..<TestAmount.lawSituationCount).map { index in
      // Few values first, then many, then others, repeatedly.
      if index >= TestAmount.lawSituationCount / 2, index % 10 == 0 { world.drawValues() }
      return try world.situation(
        rowCount: 1 + index % 9,
        modes: index % 2 == 0 ? MatchMode.allCases : [.prefix, .wordPrefix, .equality])
    }
  }

  @Test("The laws of an answer hold if a facet has many values and a scope title is empty")
  func values() {
    let situation = Situation(
      columns: [Column("name", .text), Column("size", .facet), Column("year", .scope)],
      rows: (0..<6).map { ["a", "value \($0)", $0 % 2 == 0 ? "" : "2010"] },
      profile: SearchProfile(name: "p", textFields: [TextField("name", .contains)]).with {
        $0.facets = ["size"]
        $0.scope = ScopeAxis(facet: "year", titles: ["2010", ""])
      },
      query: SearchQuery("a", tokens: [SearchToken(facet: "size", value: "value 5")]))
    for law in Law.all {
      let breach = law.breach(in: situation) { changed throws(CorpusError) in
        try changed.oracleReply()
      }
      #expect(breach == nil, "\(law.name)")
    }
  }

  @Test("The laws of an answer hold for the oracle", arguments: Law.all.map(\.name))
  func oracle(name: String) throws {
    let law = try #require(Law.all.first { $0.name == name })
    try hold(law, "oracle", seed: 11) { situation throws(CorpusError) in
      try situation.oracleReply()
    }
  }

  @Test(
    "The laws of an answer hold for every matcher", arguments: Law.all.map(\.name),
    entries.map(\.descriptor.id))
  func matchers(name: String, id: String) throws {
    let law = try #require(Law.all.first { $0.name == name })
    let entry = try #require(Self.entries.first { $0.descriptor.id == id })
    try hold(law, id, seed: 12) { situation throws(CorpusError) in
      try situation.reply(of: entry)
    }
  }

  private func hold(
    _ law: Law, _ who: String, seed: UInt64, _ respond: Law.Respond
  ) throws {
    var heldCount = 0
    for situation in try Self.situations(seed: seed) {
      switch try law.check(situation, respond) {
      case .held: heldCount += 1
      case .silent: break
      case .broken(let breach):
        Issue.record("seed \(seed): \(who) breaks '\(law.name)': \(law.statement)\n\(breach)")
        return
      }
    }
    // `foundation-filter` supports too few profiles to be sure of a query.
    let isAsked = who != FoundationFilterMatcher.descriptor.id
    #expect(heldCount > 0 || !isAsked, "the law was never spoken")
  }

  @Test("The law fold-idempotence does not apply if a stripped mark exposes a trailing space")
  func baredSpace() throws {
    let law = try #require(Law.all.first { $0.name == "fold-idempotence" })
    let profile = SearchProfile(
      name: "p", textFields: [TextField("name", .wordPrefix)],
      folding: .caseAndDiacriticInsensitive
    ).with { $0.trim = .whitespace }
    let situation = Situation(
      columns: [Column("name", .text)], rows: [["a"]], profile: profile,
      query: SearchQuery("a \u{301}"))
    let outcome = try law.check(situation) { situation throws(CorpusError) in
      try situation.oracleReply()
    }
    if case .broken(let breach) = outcome { Issue.record("\(breach)") }
  }

  @Test(
    "A law of an answer is broken by a matcher with the fault that it rules out",
    arguments: [
      ("fold-idempotence", Fault.foldsOnlyQuery), ("normal-forms", .comparesUnnormalized),
      ("term-permutation", .firstTermOnly), ("term-addition", .anyTerm),
      ("token-alternative", .andWithinFacet), ("token-condition", .orAcrossFacets),
      ("token-permutation", .equalTokensCancel), ("scope-union", .scopeBySubstring),
      ("freshness", .staleAfterBackspace), ("folding-order", .foldsOnlyRows),
      ("loose-order", .foldsOnlyRows),
    ])
  func broken(name: String, fault: Fault) throws {
    let law = try #require(Law.all.first { $0.name == name })
    let entry = FaultyMatchers.entry(fault)
    for seed in 1...40 as ClosedRange<UInt64> {
      for situation in try Self.situations(seed: seed) {
        let verdict = try law.check(situation) { situation throws(CorpusError) in
          try situation.reply(of: entry)
        }
        if case .broken = verdict { return }
      }
    }
    Issue.record("'\(name)' was never broken by \(fault.id)")
  }

  @Test(
    "The law loose-order does not apply where signs and spaces are left out, or letters compose",
    arguments: [
      ("か-\u{3099}", "か", MatchMode.contains), ("™x", "x", .wordPrefix), ("a¨x", "x", .wordPrefix),
      ("a, b", " ", .wordPrefix), ("a - b", "-", .contains), ("a ' b", "'", .contains),
    ])
  func looseExceptions(row: String, text: String, mode: MatchMode) throws {
    let law = try #require(Law.all.first { $0.name == "loose-order" })
    let situation = Situation(
      columns: [Column("title", .text)], rows: [[row]],
      profile: SearchProfile(
        name: "p", textFields: [TextField("title", mode)], folding: .caseAndDiacriticInsensitive),
      query: SearchQuery(text))
    let loose = situation.with { $0.profile.folding = .loose }
    #expect(try situation.oracleReply() == .rows([0]))
    #expect(try loose.oracleReply() == .rows([]))
    let verdict = try law.check(situation) { changed throws(CorpusError) in
      try changed.oracleReply()
    }
    if case .broken(let breach) = verdict { Issue.record("\(breach)") }
  }

  @Test(
    "The law folding-order does not apply where stripping scalars takes a match away",
    arguments: [
      ("\u{AC00}\u{AD}\u{11A8}", "\u{AC00}", MatchMode.contains),
      ("\u{AC00}\u{301}\u{11A8}", "\u{AC00}", .contains),
      ("カ\u{AD}\u{3099}", "カ", .contains),
      ("\u{9C7}\u{AD}\u{9BE}", "\u{9C7}", .contains),
      ("\u{1FB3}", "\u{391}\u{399}", .contains),
      ("a\u{200D}b", "b", .wordPrefix),
      ("a\u{1F3FD}b", "b", .wordPrefix),
    ])
  func exceptions(row: String, text: String, mode: MatchMode) throws {
    let law = try #require(Law.all.first { $0.name == "folding-order" })
    let situation = Situation(
      columns: [Column("title", .text)], rows: [[row]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", mode)]),
      query: SearchQuery(text))
    let stripped = situation.with { $0.profile.folding = .caseAndDiacriticInsensitive }
    #expect(try situation.oracleReply() == .rows([0]))
    #expect(try stripped.oracleReply() == .rows([]))
    let verdict = try law.check(situation) { situation throws(CorpusError) in
      try situation.oracleReply()
    }
    if case .broken(let breach) = verdict { Issue.record("\(breach)") }
  }
}

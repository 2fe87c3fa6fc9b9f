import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import MatchmarkTestSupport

extension FuzzTarget {
  static let folding = FuzzTarget(
    "folding", "folding of text",
    promise: """
      equals a second implementation, is idempotent, well-formed and at most three times as long \
      (eleven times under loose), whatever precedes it
      """
  ) { bytes in
    var input = FuzzInput(bytes)
    let (folding, mode) = input.choose(Folding.inModes)
    let text = String(decoding: input.rest, as: UTF8.self)
    let folded = folding.fold(text, for: mode)
    let limit = (folding == .loose ? 11 : 3) * text.utf8.count
    try require(folded.count <= limit, "grew to \(folded.count) bytes")
    guard let again = String(validating: folded, as: UTF8.self) else {
      throw BrokenPromise("the fold of \(text.scalarNames) is not well-formed")
    }
    try require(folding.fold(again, for: mode) == folded, "twice is not once: \(text.scalarNames)")
    var appended: [UInt8] = Array("e".utf8)
    folding.fold(text.utf8Span.span, for: mode, into: &appended)
    try require(appended.dropFirst() == folded[...], "what stood before: \(text.scalarNames)")
    // The reference uses the standard library's Unicode, which is newer.
    var known = String.UnicodeScalarView()
    known.append(contentsOf: text.unicodeScalars.filter(Scalars.isKnown))
    try require(
      folding.fold(String(known), for: mode)
        == ReferenceFolding.fold(String(known), folding, for: mode),
      "not as the reference folds it: \(known.map { String($0).scalarNames })")
  }

  static let query = FuzzTarget(
    "query", "query text, with rows",
    promise: "a matcher answers as the oracle does, also after earlier keystrokes"
  ) { bytes in
    var input = FuzzInput(bytes)
    let entry = input.choose(MatcherEntry.builtIn)
    let situation = FuzzWorld(&input).situation
    if let wrong = try Disagreement(of: entry, in: situation) { throw BrokenPromise("\(wrong)") }
  }
}

/// A small world that is decoded from bytes.
private struct FuzzWorld {
  let situation: Situation

  init(_ input: inout FuzzInput) {
    var profile = SearchProfile(
      name: "fuzz",
      textFields: [
        TextField("name", input.choose(MatchMode.allCases)),
        TextField("note", input.choose(MatchMode.allCases)),
      ], folding: input.choose(Folding.allCases))
    profile.trim = input.choose(TrimMode.allCases)
    profile.terms = input.choose(TermMode.allCases)
    profile.empty = input.choose(EmptyPolicy.allCases)
    profile.numericFields = input.choose([[], ["year"]])
    profile.facets = ["kind"]
    profile.scope = input.choose([nil, ScopeAxis(facet: "year", titles: ["2010", "10"])])
    let token = SearchToken(facet: "kind", value: input.choose(["", "red", "RED"]))
    let scope = profile.scope == nil ? nil : input.choose([nil, "2010"])
    let keystrokeCount = input.choose([0, 1, 3])
    let texts = input.texts(atMost: 140)
    let queries = Self.typing(texts[0], keystrokeCount).map { text in
      SearchQuery(text, tokens: token.value.isEmpty ? [] : [token], scope: scope)
    }
    situation = Situation(
      columns: [
        Column("name", .text), Column("note", .text), Column("kind", .facet),
        Column("year", [.numeric, .scope]),
      ],
      rows: texts.dropFirst().enumerated().map { index, text in
        let halves = text.split(separator: "\t", maxSplits: 1).map(String.init)
        return [
          halves.first ?? "", halves.count > 1 ? halves[1] : "", index % 3 == 1 ? "red" : "",
          index % 4 == 2 ? "2010" : "10",
        ]
      },
      profile: profile, query: queries[queries.count - 1], earlier: queries.dropLast())
  }

  /// The text, without this many of its last characters.
  private static func typing(_ text: String, _ keystrokeCount: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return (max(scalars.count - keystrokeCount, 0)...scalars.count).map { count in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars.prefix(count))
      return String(view)
    }
  }
}

import MatchmarkCore
import MatchmarkSession
import Testing

@Suite("A search session")
struct SearchSessionTests {
  private static let europe = FieldToken(facet: "continent", value: "Europe")
  private static let asia = FieldToken(facet: "continent", value: "Asia")

  /// A session after some events, with the keystroke of the last one.
  private func session(
    after events: [SessionEvent]
  ) throws -> (SearchSession, last: Keystroke?) {
    var session = SearchSession(scopeTitles: ["All", "2018", "2019"])
    var last: Keystroke?
    for event in events { last = try session.apply(event) }
    return (session, last)
  }

  @Test("An inactive search session searches nothing")
  func inactive() throws {
    let (session, last) = try session(after: [.type("new")])
    #expect(last == nil)
    #expect(session.text == "new")
    #expect(!session.isActive)
  }

  @Test(
    "A search session searches for the existing text when it is activated",
    arguments: Actor.allCases)
  func activation(actor: Actor) throws {
    let (session, last) = try session(after: [.setText("new"), .activate(by: actor)])
    #expect(session.isActive)
    #expect(last?.query == SearchQuery("new"))
  }

  @Test("A search session distinguishes the first key from later ones")
  func keys() throws {
    #expect(try session(after: [.activate(by: .user), .type("n")]).last?.eventClass == .firstKey)
    #expect(
      try session(after: [.activate(by: .user), .type("n"), .type("e")]).last
        == Keystroke(query: SearchQuery("ne"), eventClass: .laterKey))
    #expect(
      try session(after: [.activate(by: .user), .setText("new"), .setText("")]).last?.eventClass
        == .laterKey)
  }

  @Test("A backspace deletes a whole character, including its marks")
  func backspaceOnText() throws {
    let (session, last) = try session(
      after: [.activate(by: .user), .setText("cafe\u{301}"), .backspace])
    #expect(session.text == "caf")
    #expect(last?.query.text == "caf")
  }

  @Test("A backspace deletes the last token if there is no text")
  func backspaceOnTokens() throws {
    let (session, last) = try session(
      after: [
        .activate(by: .user), .insertToken(Self.europe, at: nil),
        .insertToken(Self.asia, at: nil), .backspace,
      ])
    #expect(session.tokens == [Self.europe])
    #expect(last?.eventClass == .tokenChange)
  }

  @Test("A backspace in an empty field is ignored")
  func backspaceOnNothing() throws {
    #expect(try session(after: [.activate(by: .user), .backspace]).last == nil)
  }

  @Test("Tokens are inserted at an index or after the last, and equal ones are kept")
  func insertedTokens() throws {
    let (session, last) = try session(
      after: [
        .activate(by: .user), .type("u"), .insertToken(Self.europe, at: 0),
        .insertToken(Self.asia, at: 0), .insertToken(Self.europe, at: nil),
      ])
    #expect(session.tokens == [Self.asia, Self.europe, Self.europe])
    #expect(last?.query == SearchQuery("u", tokens: session.tokens.map(\.searchToken)))
    #expect(last?.eventClass == .tokenChange)
  }

  @Test("Removing a token from the search field keeps the text")
  func removedToken() throws {
    let (session, last) = try session(
      after: [
        .activate(by: .user), .setText("united"), .insertToken(Self.europe, at: 0),
        .removeToken(at: 0),
      ])
    #expect(session.tokens.isEmpty)
    #expect(last?.query == SearchQuery("united"))
  }

  @Test("A search session selects scopes, and ignores one that does not exist")
  func scopes() throws {
    let (session, last) = try session(
      after: [.activate(by: .user), .selectScope(2)])
    #expect(last == Keystroke(query: SearchQuery(scope: "2019"), eventClass: .scopeChange))
    var same = session
    #expect(try same.apply(.selectScope(3)) == nil)
    #expect(same == session)
    #expect(try same.apply(.selectScope(0))?.query.scope == nil)
  }

  @Test("Cancelling a search drops the text and the tokens, and keeps the scope")
  func cancel() throws {
    let (session, last) = try session(
      after: [
        .activate(by: .user), .type("u"), .insertToken(Self.europe, at: nil), .selectScope(1),
        .cancel,
      ])
    #expect(last == nil)
    #expect(!session.isActive)
    #expect(session.query == SearchQuery(scope: "2018"))
  }

  @Test("A search session refuses impossible events and stays unchanged")
  func refusals() throws {
    let (session, _) = try session(
      after: [.activate(by: .user), .insertToken(Self.europe, at: nil)])
    var copy = session
    #expect(throws: SessionError.tokenIndexOutOfRange(2, tokenCount: 1)) {
      try copy.apply(.insertToken(Self.asia, at: 2))
    }
    #expect(throws: SessionError.tokenIndexOutOfRange(1, tokenCount: 1)) {
      try copy.apply(.removeToken(at: 1))
    }
    #expect(throws: SessionError.textTooLong(sizeInBytes: 4_097)) {
      try copy.apply(.setText(String(repeating: "x", count: 4_097)))
    }
    #expect(copy == session)
  }

  @Test("A search session holds 64 tokens and no more")
  func tokenLimit() throws {
    var session = SearchSession()
    for _ in 0..<64 { _ = try session.apply(.insertToken(Self.asia, at: nil)) }
    #expect(throws: SessionError.tooManyTokens(65)) {
      try session.apply(.insertToken(Self.asia, at: nil))
    }
  }

  @Test("A search session takes its scope titles from the profile, after the one for all rows")
  func titlesFromProfile() throws {
    let schema = try Schema([
      Column("name", .text), Column("continent", .facet), Column("year", .scope),
    ])
    var builder = CorpusBuilder(name: "one", schema: schema)
    try builder.append(["Chad", "Africa", "2018"])
    let corpus = try FoldedCorpus(builder.finish(), profile: .countries)
    #expect(SearchSession(for: corpus).scopeTitles == ["All", "2018", "2019"])
  }

  @Test("A keystroke that browses or suggests has a class of its own, whatever its cause")
  func classes() {
    #expect(EventClass(cause: .laterKey, showing: .browse) == .browse)
    #expect(EventClass(cause: .tokenChange, showing: .suggestions) == .suggestions)
    #expect(EventClass(cause: .firstKey, showing: .results) == .firstKey)
  }
}

import MatchmarkCore

/// A right matcher with wrapped cursors.
struct WrappedMatcher: BuiltMatcher {
  let right: any BuiltMatcher
  let wrap: @Sendable (any MatcherCursor) -> any MatcherCursor

  var indexByteCount: Int { right.indexByteCount }
  var structure: String { right.structure }

  func makeAnyCursor() -> any MatcherCursor { wrap(right.makeAnyCursor()) }
}

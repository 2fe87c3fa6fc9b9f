extension ResolvedQuery {
  /// Reads a keystroke and prepares its answer; every cursor starts with this.
  ///
  /// - Returns: whether the answer is complete: a query without terms and tokens is answered here,
  ///   as the profile's ``EmptyPolicy`` specifies.
  /// - Throws: ``MatcherError/query(_:)``.
  /// - Complexity: O(bytes of the text + tokens²).
  public mutating func begin(
    _ query: SearchQuery, in corpus: FoldedCorpus, answering answer: inout Answer
  ) throws(MatcherError) -> Bool {
    answer.reset(rowCount: corpus.rowCount)
    do { try resolve(query, in: corpus) } catch { throw .query(error) }
    guard isEmpty else { return false }
    if corpus.profile.empty == .browse { answer.insertAll() }
    return true
  }
}

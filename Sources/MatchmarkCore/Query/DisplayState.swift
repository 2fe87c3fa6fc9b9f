/// The kind of content that a search list shows.
public enum DisplayState: String, Sendable, CaseIterable {
  /// The matching rows; there may be none.
  case results
  /// Every row, regardless of the scope.
  case browse
  /// The list of token candidates, without rows.
  case suggestions
  /// An empty list.
  case none
}

extension SearchProfile {
  /// Returns the display state of an active search, which depends only on the profile and the
  /// query.
  public func displayState(of query: ResolvedQuery) -> DisplayState {
    guard query.isEmpty else { return .results }
    return switch empty {
    case .browse: .browse
    case .suggestions: .suggestions
    case .none: .none
    }
  }

  /// Returns the display state of an active search, for a query that has not been resolved against
  /// a corpus.
  ///
  /// - Complexity: O(bytes of the text).
  public func displayState(of query: SearchQuery) -> DisplayState {
    guard query.tokens.isEmpty else { return .results }
    let resolved = try? ResolvedQuery(text: query.text, profile: self)
    // A text above a limit is not empty, either.
    return resolved.map { displayState(of: $0) } ?? .results
  }
}

/// Matching rows as a list shows them, grouped by the facet of the profile's section axis.
public struct Section: Sendable, Hashable {
  /// The facet value that the section's rows share; nil for rows without a value, and if the list
  /// has no sections.
  public let title: String?
  /// The rows, in corpus order.
  public let rows: [Int]

  /// Creates a section.
  public init(title: String?, rows: [Int]) {
    self.title = title
    self.rows = rows
  }
}

extension FoldedCorpus {
  /// Groups matching rows by section.
  ///
  /// Without tokens of the section's facet, there is one section for each known value; with such
  /// tokens, there are only sections for their values. In both cases sections keep the order of the
  /// corpus. Rows without a value come last, without a title.
  ///
  /// - Parameters:
  ///   - rows: the matching rows, ascending.
  ///   - query: the query that the rows match; its tokens select the sections.
  /// - Complexity: O(rows + sections).
  public func sections(of rows: [Int], for query: SearchQuery) -> [Section] {
    guard let axis = profile.sections,
      let facet = (try? corpus.column(axis.facet, role: .facet))?.facet
    else { return [Section(title: nil, rows: rows)] }
    var groups: [UInt32: [Int]] = [:]
    for row in rows { groups[facet.rows[row], default: []].append(row) }
    let wanted = Set(
      query.tokens.filter { $0.facet == axis.facet }.compactMap { facet.id(of: $0.value) })
    var sections = facet.values.indices.map(UInt32.init)
      .filter { wanted.isEmpty || wanted.contains($0) }
      .map { Section(title: facet.values[Int($0)], rows: groups[$0] ?? []) }
    if let rest = groups[FacetColumn.none] { sections.append(Section(title: nil, rows: rest)) }
    if axis.emptySections == .drop { sections.removeAll { $0.rows.isEmpty } }
    return sections
  }

  /// Returns matching rows in the order in which a list shows them, section by section.
  ///
  /// Rows without a section come last. The position of a tapped row refers to this order.
  ///
  /// - Parameter rows: the matching rows, ascending.
  /// - Complexity: O(rows log rows); O(1) if the profile has no sections.
  public func listed(_ rows: [Int]) -> [Int] {
    guard let axis = profile.sections,
      let facet = (try? corpus.column(axis.facet, role: .facet))?.facet
    else { return rows }
    // A row without a section has the largest number.
    return rows.sorted { (facet.rows[$0], $0) < (facet.rows[$1], $1) }
  }
}

package import MatchmarkConformance
import MatchmarkCore

/// A way in which a list with the right rows is still wrong, by its sections.
package enum ListFault: String, PresentationFault {
  case sectionsInTokenOrder
  case titlesByPosition
  case keepsSectionsOfOthers
  case keepsSectionsToDrop
  case dropsSectionsToKeep
  case forgetsRowsWithoutSection

  package var account: (clause: String, sentence: String) {
    switch self {
    case .sectionsInTokenOrder: ("O10", "puts sections in the order of the tokens")
    case .titlesByPosition: ("D16", "names sections by their position on screen")
    case .keepsSectionsOfOthers: ("Q18", "shows the sections of no token, empty")
    case .keepsSectionsToDrop: ("D22", "keeps sections without rows that must be dropped")
    case .dropsSectionsToKeep: ("Q20", "drops sections without rows that must be kept")
    case .forgetsRowsWithoutSection: ("Q16", "leaves out rows that have no section")
    }
  }

  package var runner: CaseRunner {
    CaseRunner { corpus, rows, query in
      let sections = corpus.sections(of: rows, for: query)
      guard let axis = corpus.profile.sections else { return sections }
      return damaged(sections, axis, corpus, query)
    }
  }

  private func damaged(
    _ sections: [Section], _ axis: SectionAxis, _ corpus: FoldedCorpus, _ query: SearchQuery
  ) -> [Section] {
    let titles = corpus.corpus.knownValues(of: axis.facet) ?? []
    let empty = titles.map { title in
      sections.first { $0.title == title } ?? Section(title: title, rows: [])
    }
    let rest = sections.filter { $0.title == nil }
    switch self {
    case .sectionsInTokenOrder:
      let values = query.tokens.filter { $0.facet == axis.facet }.map(\.value)
      let place = { (section: Section) in
        values.firstIndex { $0 == section.title } ?? values.count
      }
      return values.isEmpty ? sections : sections.sorted { place($0) < place($1) }
    case .titlesByPosition:
      return sections.enumerated().map { position, section in
        Section(
          title: titles.indices.contains(position) ? titles[position] : nil, rows: section.rows)
      }
    case .keepsSectionsOfOthers: return axis.emptySections == .keep ? empty + rest : sections
    case .keepsSectionsToDrop: return axis.emptySections == .drop ? empty + rest : sections
    case .dropsSectionsToKeep: return sections.filter { !$0.rows.isEmpty }
    case .forgetsRowsWithoutSection: return sections.filter { $0.title != nil }
    }
  }
}

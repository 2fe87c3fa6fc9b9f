package import MatchmarkCore

/// The source of folded texts: the library, or a candidate that may be wrong.
///
/// All matchers share one folding, so a mistake in it is a mistake of all of them, and their
/// answers agree. Each text that they see is therefore folded a second time, by the oracle.
package struct TextFolder: Sendable {
  package let id: String
  package let fold: @Sendable (String, Folding, MatchMode) -> [UInt8]

  package init(id: String, fold: @escaping @Sendable (String, Folding, MatchMode) -> [UInt8]) {
    self.id = id
    self.fold = fold
  }

  package static let library = TextFolder(id: "folding") { text, folding, mode in
    folding.fold(text, for: mode)
  }

  /// A description of a wrong fold; nil if the folds of the text are right for all modes.
  func finding(
    of text: String, _ plain: inout PlainFolding, for modes: some Sequence<MatchMode>
  ) -> String? {
    for mode in modes {
      let given = fold(text, plain.folding, mode)
      let expected = plain.fold(text, for: mode)
      guard given != expected else { continue }
      return "\(text.debugDescription) folds to \(ScalarText.of(given)) under "
        + "\(plain.folding.rawValue)\(plain.folding == .loose ? " for \(mode.rawValue)" : ""), "
        + "expected \(ScalarText.of(expected))"
    }
    return nil
  }
}

extension Oracle {
  /// Returns true if a folder folds a term of a typed text differently from the oracle.
  package func foldsDifferently(_ text: String, from folder: TextFolder) -> Bool {
    guard text.utf8.count <= SearchLimits.querySizeInBytes else { return false }
    var plain = folding
    return PlainText.terms(of: text, profile).contains { term in
      folder.finding(of: term, &plain, for: profile.needleModes) != nil
    }
  }
}

extension SearchProfile {
  /// The modes for which a term is folded: those of the fields, and contains, which decides whether
  /// it is a term.
  var needleModes: [MatchMode] {
    MatchMode.allCases.filter { mode in
      mode == .contains || textFields.contains { $0.match == mode }
    }
  }
}

/// A situation with a text that is folded wrongly.
package struct FoldDisagreement: Sendable {
  package let folder: String
  package let situation: Situation
  private let finding: String

  /// Folds the texts of every row and the terms of the query; nil if all folds are right.
  package init?(of folder: TextFolder, in situation: Situation) {
    var plain = PlainFolding(situation.profile.folding)
    let profile = situation.profile
    let cells = situation.rows.indices.flatMap { row in
      profile.textFields.compactMap { field in
        situation.cell(row, field.name).map { ($0, [field.match]) }
      }
    }
    let terms = PlainText.terms(of: situation.query.text, profile)
    for (text, modes) in cells + terms.map({ ($0, profile.needleModes) }) {
      guard let finding = folder.finding(of: text, &plain, for: modes) else { continue }
      (self.folder, self.situation, self.finding) = (folder.id, situation, finding)
      return
    }
    return nil
  }
}

extension FoldDisagreement: CustomStringConvertible {
  package var description: String {
    "\(folder) folds wrongly\n  \(finding)\n\(SituationText(situation))"
  }
}

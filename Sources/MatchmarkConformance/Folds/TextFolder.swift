package import MatchmarkCore

/// The source of folded texts: the library, or a candidate that may be wrong.
///
/// All matchers share one folding, so a mistake in it is a mistake of all of them, and their
/// answers agree. Each text that they see is therefore folded a second time, by the oracle.
package struct TextFolder: Sendable {
  package let id: String
  package let fold: @Sendable (String, Folding) -> [UInt8]

  package init(id: String, fold: @escaping @Sendable (String, Folding) -> [UInt8]) {
    self.id = id
    self.fold = fold
  }

  package static let library = TextFolder(id: "folding") { text, folding in folding.fold(text) }

  /// A description of a wrong fold; nil if the fold of the text is right.
  func finding(of text: String, _ plain: inout PlainFolding) -> String? {
    let (given, expected) = (fold(text, plain.folding), plain.fold(text))
    guard given != expected else { return nil }
    return "\(text.debugDescription) folds to \(ScalarText.of(given)) under "
      + "\(plain.folding.rawValue), expected \(ScalarText.of(expected))"
  }
}

extension Oracle {
  /// Returns true if a folder folds a term of a typed text differently from the oracle.
  package func foldsDifferently(_ text: String, from folder: TextFolder) -> Bool {
    guard text.utf8.count <= SearchLimits.querySizeInBytes else { return false }
    var plain = folding
    return PlainText.terms(of: text, profile).contains { folder.finding(of: $0, &plain) != nil }
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
    let names = situation.profile.textFields.map(\.name)
    let cells = situation.rows.indices.flatMap { row in
      names.compactMap { situation.cell(row, $0) }
    }
    for text in cells + PlainText.terms(of: situation.query.text, situation.profile) {
      guard let finding = folder.finding(of: text, &plain) else { continue }
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

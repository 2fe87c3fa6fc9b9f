/// A way to answer wrongly; each is a small change of the same right matcher.
package enum Fault: String, Sendable, CaseIterable {
  // Rows.
  case dropsLastRow, wrongOrder, repeatsRow, stopsAt50Rows, rowOutsideCorpus, staleAfterBackspace
  case countsOneTooMany
  // Terms.
  case trimsWhenTrimIsNone, keepsSpacesWhenTrimming, splitsAtSpaceOnly, splitsPhrases
  case emptyTermMatchesNothing, firstTermOnly, anyTerm, termsInOneField, cutsLongText
  // The position of a match.
  case prefixForContains, substringForPrefix, substringForWordPrefix, prefixForEquality
  case clusterBoundary, comparesLowBytes, comparesEightBytes
  // Folding.
  case foldsOnlyQuery, foldsOnlyRows, asciiCaseOnly, lowercasesOnly, comparesUnnormalized
  case stripsKanaVoicing, stripsVowelSigns, keepsHamza, keepsIgnorables, keepsSkinTones
  case skipsSupplementaryLetters, turkicLetters, markOnlyTermCounts
  // Numbers.
  case numbersByDouble, numbersByPrefix, numbersInASCIIOnly, numberIsNoText
  // Tokens, scope, and the empty query.
  case andWithinFacet, orAcrossFacets, forgetsTokensWithText, forgetsScopeWithTokens
  case unknownTokenMatchesNothing, unknownTokenIsNoToken, caselessTokens, equalTokensCancel
  case scopeBySubstring, unmatchedScopeIsAll, browseObeysScope, suggestionsShowRows

  /// The id of the faulty matcher: the name of the case, in kebab case.
  package var id: String {
    let letters = Array(rawValue)
    var id = "faulty-"
    for (index, letter) in letters.enumerated() {
      if index > 0, Self.beginsWord(index, letters) { id += "-" }
      id += letter.lowercased()
    }
    return id
  }

  private static func beginsWord(_ index: Int, _ letters: [Character]) -> Bool {
    let before = letters[index - 1]
    if letters[index].isNumber { return before.isLetter }
    guard letters[index].isUppercase else { return false }
    return !before.isUppercase || index + 1 < letters.count && letters[index + 1].isLowercase
  }
}

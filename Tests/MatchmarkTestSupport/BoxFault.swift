import MatchmarkConformance
package import MatchmarkSession

/// A fault in a search box whose answers come late.
package enum BoxFault: String, DeliberateFault {
  case showsTheLastAnswer
  case showsAnswersToBeginnings
  case keepsRowsOfAClearedField
  case awaitsEmptyAnswersForever
  case staysSilentAfterBackspace
  case losesTheLastLetter
  case choosesByPlace
  case opensTheRowUnderThePointer
  case opensAStaleRow
  case opensForAnEarlierText
  case forgetsEnter
  case takesTheTextOfTheAnswer
  case showsAnswersInAnEmptyField
  case showsAnswersAfterCancel
  case showsAnswersAfterDismiss
  case asksForClearedText
  case flashesNoMatch
  case showsNoSpinner
  case marksNothing
  case showsOldFailures
  case dropsRowsOnFailure
  case remembersFailures
  case asksWithoutTokens
  case ignoresScopes
  case asksAtEveryKey
  case debounceEatsTheLastKey
  case debouncesEnter
  case cancelsNothing
  case showsCancelledAnswers
  case asksTooOften
  case acceptsOnlyTheLastSearch
  case mixesPages
  case appendsWholeAnswers
  case countsAnEarlierAnswer
  case restoresAnEmptyField
  case restoresWithoutAsking
  case hearsItsEarlierLife
  case asksForever
  case wakesForever

  package var account: (clause: String, sentence: String) {
    switch self {
    case .showsTheLastAnswer: ("A1", "shows whatever answer comes last")
    case .showsAnswersToBeginnings: ("A1", "shows the answer to any beginning of the text")
    case .keepsRowsOfAClearedField: ("A2", "keeps its rows when the field is cleared")
    case .awaitsEmptyAnswersForever: ("A2", "shows a spinner after an answer without rows")
    case .staysSilentAfterBackspace: ("A2", "does not ask after a backspace")
    case .losesTheLastLetter: ("A2", "drops a letter that is typed while an answer is awaited")
    case .choosesByPlace: ("A3", "opens the row at the place of the press")
    case .opensTheRowUnderThePointer: ("A3", "opens the first row on every release")
    case .opensAStaleRow: ("A4", "opens the first row shown on Enter, whatever query it answers")
    case .opensForAnEarlierText: ("A4", "opens a row of a later query for an earlier Enter")
    case .forgetsEnter: ("A4", "forgets Enter while an answer is awaited")
    case .takesTheTextOfTheAnswer: ("A4", "takes the text of the last answered query on Enter")
    case .showsAnswersInAnEmptyField: ("A5", "shows answers while the field is empty")
    case .showsAnswersAfterCancel: ("A5", "shows answers after the search was cancelled")
    case .showsAnswersAfterDismiss: ("A5", "shows answers after the list was closed")
    case .asksForClearedText: ("A5", "asks for text that was cleared during the debounce")
    case .flashesNoMatch: ("A6", "says that there is no match while an answer is awaited")
    case .showsNoSpinner: ("A6", "shows old rows as results while an answer is awaited")
    case .marksNothing: ("A6", "does not mark rows of an earlier query")
    case .showsOldFailures: ("A7", "shows the failure of an earlier query")
    case .dropsRowsOnFailure: ("A7", "removes the rows that were there when a search fails")
    case .remembersFailures: ("A7", "does not ask again for a query that failed")
    case .asksWithoutTokens: ("A8", "asks without the tokens of the field")
    case .ignoresScopes: ("A8", "does not ask after a change of scope")
    case .asksAtEveryKey: ("A9", "asks at every key despite its debounce")
    case .debounceEatsTheLastKey: ("A9", "asks for the text that began the debounce")
    case .debouncesEnter: ("A9", "waits for the debounce after Enter")
    case .cancelsNothing: ("A10", "does not cancel a search that is superseded")
    case .showsCancelledAnswers: ("A10", "shows the answer to a search that it cancelled")
    case .asksTooOften: ("A10", "asks at every change despite its limit")
    case .acceptsOnlyTheLastSearch: ("A11", "accepts the answer to the last search only")
    case .mixesPages: ("A12", "appends the rest of an answer to the page of another")
    case .appendsWholeAnswers: ("A12", "appends a whole answer to its first page")
    case .countsAnEarlierAnswer: ("A12", "shows the number of matches of the answer before")
    case .restoresAnEmptyField: ("A13", "forgets its text when it is restored")
    case .restoresWithoutAsking: ("A13", "does not ask when it is restored")
    case .hearsItsEarlierLife: ("A13", "accepts answers to the searches of its earlier life")
    case .asksForever: ("A15", "asks again after every answer")
    case .wakesForever: ("A15", "wants to be woken again and again")
    }
  }

  /// The entry of a box with the fault.
  package var entry: SearchBoxEntry { Self.entry(id, sentence, self) }

  /// Entries of the same box without a fault, under the rules of the faults.
  package static let faultless = [Self.showsTheLastAnswer, .asksAtEveryKey, .cancelsNothing].map {
    fault in entry("faultless-\(fault.clause)", "has no fault", fault, isRight: true)
  }

  private static func entry(
    _ id: String, _ summary: String, _ fault: BoxFault, isRight: Bool = false
  ) -> SearchBoxEntry {
    let rules = fault.rules
    return SearchBoxEntry(id: id, summary: summary, rules: rules) { state in
      FaultyBox(rules, isRight ? nil : fault, restoring: state)
    }
  }

  private var rules: BoxRules {
    var rules = BoxRules(
      features: Set(BoxRules.Feature.allCases).subtracting([.cancellation, .emptySearch]),
      submit: .queued)
    switch self {
    case .asksForClearedText, .asksAtEveryKey, .debounceEatsTheLastKey, .debouncesEnter:
      rules.debounceInMilliseconds = 100
    case .cancelsNothing, .showsCancelledAnswers: rules.features.insert(.cancellation)
    case .asksTooOften: rules.inFlightLimit = 1
    case .takesTheTextOfTheAnswer: rules.submit = .text
    default: break
    }
    return rules
  }
}

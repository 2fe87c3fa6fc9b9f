package import MatchmarkDatasets
import MatchmarkJSON

/// The numbers in the files of a fleet, and in the ledger of hunts.
extension NumberRange {
  /// The highest number of a case of a hunt.
  package static let caseLimit = 1_000_000_000_000

  package static let unitSeconds = NumberRange("seconds", .whole(1...Int(longestSeconds)))
  package static let unitCount = NumberRange("count", .whole(1...caseLimit))
  package static let unitFirst = NumberRange("first", .whole(0...caseLimit))
  package static let unitRows = NumberRange("rows", .whole(0...HuntCase.rowLimit))
  package static let partSeconds = NumberRange("seconds", .number(above: -1e-9, most: 1e9))
  package static let wrongCount = NumberRange("wrong", .whole(0...1))
  /// A count that is added to others, and the sum of such counts.
  package static let total = NumberRange("a count", .whole(0...JSONValue.largestInteger))
}

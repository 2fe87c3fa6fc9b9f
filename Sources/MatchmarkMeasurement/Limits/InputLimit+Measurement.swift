package import MatchmarkCore

extension InputLimit {
  package static let measurement = [
    InputLimit(
      "record-number", "a number of a record or baseline, and its negative; seeds are any 64 bits",
      RecordNumbers.largest, .number,
      beyond: .refused("\(RecordError.numberTooLarge("9007199254740992"))"))
  ]
}

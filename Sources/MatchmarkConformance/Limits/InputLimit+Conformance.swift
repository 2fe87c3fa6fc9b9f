package import MatchmarkCore

extension InputLimit {
  /// The limits of case files.
  package static let conformance = [
    InputLimit(
      "repeated-text-size", "all texts of a case file that are written as something repeated",
      RepeatedText.sizeLimitInBytes, .bytes,
      beyond: .refused("\(RepeatedText.tooLong(in: "case.json"))"))
  ]
}

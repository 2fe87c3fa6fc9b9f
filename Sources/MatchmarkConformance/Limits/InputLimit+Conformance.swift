package import MatchmarkCore

extension InputLimit {
  /// The limits of case files.
  package static let conformance = [
    InputLimit(
      "repeated-text-size", "all repeated texts of a case file",
      RepeatedText.sizeLimitInBytes, .bytes,
      beyond: .refused("\(RepeatedText.tooLong(in: "case.json"))"))
  ]
}

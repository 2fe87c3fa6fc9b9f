package import MatchmarkConformance

/// A deliberate fault; its case names it, and its account tells what it breaks.
package protocol DeliberateFault: CaseIterable, RawRepresentable, Sendable
where RawValue == String {
  /// The clause that the fault breaks, and the wrong behaviour as the predicate of a sentence.
  var account: (clause: String, sentence: String) { get }
}

extension DeliberateFault {
  /// The name of the case, in kebab case.
  package var id: String {
    "faulty-"
      + rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  /// The clause that the fault breaks.
  package var clause: String { account.clause }

  /// The wrong behaviour, as the predicate of a sentence.
  package var sentence: String { account.sentence }
}

/// A fault in the presentation of the right rows by a list.
package protocol PresentationFault: DeliberateFault {
  /// Runs a case on a list with the fault.
  var runner: CaseRunner { get }
  /// The subject that a case names as the cause of the fault.
  var subject: ConformanceSubject { get }
}

extension PresentationFault {
  package var subject: ConformanceSubject { .oracle }
}

package import MatchmarkConformance

/// A deliberate fault: its case names it, and its account states what it breaks.
package protocol DeliberateFault: CaseIterable, RawRepresentable, Sendable
where RawValue == String {
  /// The clause that the fault breaks and what it does wrong.
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

  /// What it does wrong.
  package var sentence: String { account.sentence }
}

/// A fault in how a list shows the right rows.
package protocol PresentationFault: DeliberateFault {
  /// Runs a case on a list with the fault.
  var runner: CaseRunner { get }
  /// What a case blames for the fault.
  var subject: ConformanceSubject { get }
}

extension PresentationFault {
  package var subject: ConformanceSubject { .oracle }
}

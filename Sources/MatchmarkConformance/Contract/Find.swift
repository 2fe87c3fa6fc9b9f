/// A wrong answer that was found.
package enum Find<C: Contract>: Sendable {
  /// The subject is wrong whenever it is asked this case.
  case breach(of: C.Subject, in: C.Case, Breach)
  /// The subject was wrong once, but not when it was asked the same again.
  case fleeting(C.Subject, String)
  /// The subject gave no answer because it failed.
  case failure(C.Subject, String)

  /// Asks again what was suspected.
  package init(_ suspicion: Suspicion<C>, of contract: C) {
    if suspicion.isFailure {
      self = .failure(suspicion.subjects[0], suspicion.text)
      return
    }
    for testCase in suspicion.cases {
      for subject in suspicion.subjects {
        guard let breach = contract.breach(of: subject, in: testCase) else { continue }
        self = .breach(of: subject, in: testCase, breach)
        return
      }
    }
    self = .fleeting(suspicion.subjects[0], suspicion.text)
  }

  package var subject: C.Subject {
    switch self {
    case .breach(let subject, _, _), .fleeting(let subject, _), .failure(let subject, _): subject
    }
  }

  /// The find in the smallest case that still breaks the same clause.
  ///
  /// - Parameter isTimeUp: true once shrinking must end with the smallest case so far.
  package func shrunk(
    by contract: C, until isTimeUp: @escaping () -> Bool = { false }
  ) -> Find {
    guard case .breach(let subject, let testCase, let breach) = self else { return self }
    let small = Shrinker.shrink(testCase, trialLimit: subject.trialLimit, until: isTimeUp) {
      contract.breach(of: subject, in: $0)?.clause == breach.clause
    }
    guard let left = contract.breach(of: subject, in: small), left.clause == breach.clause else {
      return self
    }
    return .breach(of: subject, in: small, left)
  }
}

extension Find: CustomStringConvertible {
  package var description: String {
    switch self {
    case .breach(_, _, let breach): breach.description
    case .fleeting(let subject, let text):
      "\(subject.id) was \(C.words.flaw) once, but not when asked the same again\n  \(text)"
    case .failure(let subject, let text): "\(subject.id) fails\n  \(text)"
    }
  }
}

package import MatchmarkCore
package import MatchmarkJSON

/// A contract as a value: who is held to it, what is asked, what is right, and what becomes of a
/// case in which a subject is wrong.
///
/// A hunt, its finds, their files and the ledger know no contract but through this. A contract
/// decides itself what an answer is: a set of rows, a ranked list, or a display after some events.
package protocol Contract: Sendable {
  /// A question in full, as a value: it can be asked again, made smaller and stored.
  associatedtype Case: Shrinkable
  /// One that is held to the contract, such as a matcher or a search field.
  associatedtype Subject: ContractSubject
  /// All that a number of a hunt stands for: a case, or a world in which many cases share what is
  /// expensive to make.
  associatedtype Draw: Sendable = Case

  /// The words for what this contract counts and finds.
  static var words: ContractWords { get }
  /// The name in files.
  var name: String { get }
  /// The levels of the conformance suite whose cases are this contract's; none for a contract whose
  /// files name it.
  var levels: Set<ConformanceLevel> { get }
  /// Everyone held to it, in the order in which they are examined.
  var subjects: [Subject] { get }
  /// The clauses that its cases may name.
  func clauses() throws(ConformanceError) -> [Clause]

  /// Returns the generator of a hunt: the same draw for the same seed and number, whatever was
  /// drawn before.
  ///
  /// - Throws: an error if a draw would be invalid.
  func draws(seed: UInt64) throws -> @Sendable (_ number: Int) throws -> Draw

  /// Asks a subject everything that a draw is about, and stops at the first wrong answer.
  ///
  /// - Parameter counts: the answers that were compared.
  func suspicion(
    of subject: Subject, in draw: Draw, _ counts: inout AnswerCounts
  ) throws -> Suspicion<Self>?

  /// Asks a subject one case from the beginning; returns what is wrong, nil if it is right or
  /// declines.
  func breach(of subject: Subject, in testCase: Case) -> Breach?

  /// Further facts about a find, a line each, such as counts that take seconds.
  func notes(on find: Find<Self>) -> [String]

  /// The clauses to which a subject is not held, each with the reason; empty if a contract does not
  /// tell.
  func unheldClauses(of subject: Subject) -> [String: String]

  /// The clauses that a case is about, as far as its form tells.
  func clauses(of breach: Breach, in testCase: Case) -> [String]

  /// The members of a stored case that only this contract reads; nil if no file can show the
  /// breach.
  ///
  /// - Throws: an error if the case is invalid.
  func members(
    of testCase: Case, showing breach: Breach, by subject: Subject
  ) throws -> [JSONValue.Member]?

  /// Reads a case of a file, with everyone who is asked it.
  ///
  /// A file may say what is right, or leave it to the contract.
  func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase
}

extension Contract {
  package static var words: ContractWords {
    ContractWords(
      flaw: "wrong", find: "disagreement", finds: "disagreements", answers: "answers compared")
  }

  package var levels: Set<ConformanceLevel> { [] }

  /// The name where files and ledgers state it; nil if the levels of the cases tell.
  package var statedName: String? { levels.isEmpty ? name : nil }

  package func notes(on find: Find<Self>) -> [String] { [] }

  package func unheldClauses(of subject: Subject) -> [String: String] { [:] }

  package func clauses(of breach: Breach, in testCase: Case) -> [String] { [breach.clause] }

  /// Everyone, asked a case of which the contract itself knows what is right.
  package func questions(_ testCase: Case) -> [StoredCase.Question] {
    subjects.map { subject in
      StoredCase.Question(to: subject.id) {
        breach(of: subject, in: testCase).map { .failed(CaseFailure(summary: "\($0)")) } ?? .passed
      }
    }
  }
}

extension Contract where Draw == Case {
  package func suspicion(
    of subject: Subject, in draw: Case, _ counts: inout AnswerCounts
  ) -> Suspicion<Self>? {
    counts.answerCount += 1
    return breach(of: subject, in: draw).map { breach in
      Suspicion(of: [subject], in: [draw], "\(breach)")
    }
  }
}

/// The words for what a contract counts and finds.
package struct ContractWords: Sendable {
  /// The adjective for a subject that breaks it, such as `wrong`.
  package let flaw: String
  /// One find, such as `disagreement`.
  package let find: String
  /// Several finds.
  package let finds: String
  /// The things that are counted, such as `answers compared`.
  package let answers: String

  package init(flaw: String, find: String, finds: String, answers: String) {
    (self.flaw, self.find, self.finds, self.answers) = (flaw, find, finds, answers)
  }
}

/// One that is held to a contract.
package protocol ContractSubject: Sendable {
  var id: String { get }
  /// The options that a case added to those it was given, as `--matcher-option` takes them.
  var options: [String] { get }
  /// The most trials in which a find of it is shrunk.
  var trialLimit: Int { get }
}

extension ContractSubject {
  package var options: [String] { [] }
  package var trialLimit: Int { Shrinker.usualTrialCount }
}

/// The breach of a contract in one case.
package struct Breach: Sendable, CustomStringConvertible {
  /// The clause or law that is broken, in a word; a smaller case must break the same.
  package let clause: String
  private let text: @Sendable () -> String

  /// - Parameter text: the question, the answer and the expected answer; made when it is read,
  ///   because a find is shrunk through thousands of breaches.
  package init(_ clause: String, _ text: @escaping @autoclosure @Sendable () -> String) {
    (self.clause, self.text) = (clause, text)
  }

  package var description: String { text() }
}

/// A wrong answer as it was seen in a draw, before it is asked again.
package struct Suspicion<C: Contract>: Sendable {
  /// The subject in its variants, the plainest first; the first that is wrong again is named.
  package let subjects: [C.Subject]
  /// Cases of which one should show it again; none if what is built on failed.
  package let cases: [C.Case]
  /// The wrong answer, in words.
  package let text: String
  /// The words for a person who waits while it is shrunk; nil if there is nothing to say yet.
  package var seen: String?
  /// True if the subject gave no answer because the layer below it failed.
  package var isFailure = false

  package init(of subjects: [C.Subject], in cases: [C.Case], _ text: String) {
    (self.subjects, self.cases, self.text) = (subjects, cases, text)
  }
}

/// The answers of a subject that were compared in a draw.
package struct AnswerCounts: Sendable {
  package var answerCount = 0
  /// The number of times that each form of a structure was reached, over a part of the answers.
  package var forms = FormCounts()
  package var smells = SmellCounts()
  /// The number of answers that each clause was about; empty if a contract does not tell.
  package var clauses: [String: Int] = [:]
  package var extremes = Extremes()
  /// The first reason for which the subject gave no answer; nil if it gave all, or no reason.
  package private(set) var declineReason: String?

  package init() {}

  /// Notes a reason for which the subject gives no answer.
  package mutating func noteDecline(_ reason: String) { declineReason = declineReason ?? reason }
}

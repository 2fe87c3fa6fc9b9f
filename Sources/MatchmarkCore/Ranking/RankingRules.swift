/// The rules that a ranker declares, and is held to; nothing is required of what it leaves out.
///
/// ```swift
/// RankingRules(family: .subsequence, letterCase: .smart, blanks: .terms, ties: [.length, .row])
/// ```
public struct RankingRules: Sendable, Hashable {
  /// The rows that a needle finds.
  public enum Family: String, Sendable, Hashable, CaseIterable {
    /// Those that contain its letters in order, with others between them.
    case subsequence
    /// Those that it becomes with a few edits.
    case edits
    /// Those that resemble it by some measure.
    case similarity
  }

  /// The effect of upper case.
  public enum LetterCase: String, Sendable, Hashable, CaseIterable {
    case ignore
    /// Ignored unless the term has an upper-case letter.
    case smart
    case respect
    /// Ignored when rows are found; a letter of the same case counts more.
    case bonus
  }

  /// The meaning of blanks within a needle; those at its ends have none.
  public enum Blanks: String, Sendable, Hashable, CaseIterable {
    /// They are letters of the one term.
    case letters
    /// They separate terms, all of which a row must match.
    case terms
  }

  /// A rule that orders rows of equal score.
  public enum Tie: String, Sendable, Hashable, CaseIterable {
    /// The shorter row, in scalars without blanks at its ends, comes first.
    case length
    /// The earlier row comes first.
    case row
  }

  /// The unit of positions.
  public enum PositionUnit: String, Sendable, Hashable, CaseIterable {
    case bytes, scalars, characters
  }

  /// The answer to an empty needle.
  public enum EmptyNeedle: String, Sendable, Hashable, CaseIterable {
    /// All rows in the order of the list.
    case allRows = "all-rows"
    case noRow = "no-row"
  }

  /// An order that is specified to the last tie, with the version of the program that defines it.
  public enum Spec: String, Sendable, Hashable, CaseIterable {
    /// The order of fzf's default scheme.
    case fzf = "fzf-v2@0.74"
    /// The order of fzy.
    case fzy = "fzy-1.0"
    /// The fewest edits between the needle and the whole row first.
    case osa
    /// The fewest edits between the needle and the best beginning of a word of the row first.
    case prefixOSA = "prefix-osa"

    /// Reads a name, with or without the version; the result is nil for any other text.
    public init?(named text: String) {
      guard let spec = Self.allCases.first(where: { $0.name == text || $0.rawValue == text }) else {
        return nil
      }
      self = spec
    }

    /// The name without the version of a program that may keep the order, such as `fzf-v2`.
    public var name: String { self == .fzf ? "fzf-v2" : rawValue }

    /// The rules of a ranker that has this order.
    public var rules: RankingRules {
      switch self {
      case .fzf:
        RankingRules(
          family: .subsequence, letterCase: .smart, blanks: .terms, ties: [.length, .row]
        ).with {
          $0.narrows = true
          $0.emptyNeedle = .allRows
          $0.spec = self
        }
      case .fzy:
        RankingRules(family: .subsequence, ties: [.row]).with {
          $0.narrows = true
          $0.emptyNeedle = .allRows
          $0.spec = self
        }
      case .osa, .prefixOSA:
        RankingRules(
          family: .edits, letterCase: .ignore, blanks: .letters, ties: [.length, .row]
        ).with {
          $0.budget = EditBudget([(5, 1), (9, 2)])
          $0.emptyNeedle = .noRow
          $0.spec = self
        }
      }
    }
  }

  /// The number of edits (insertions, deletions, substitutions, and transpositions of neighbours)
  /// that is allowed for a needle, by its length.
  public struct EditBudget: Sendable, Hashable {
    /// The maximum number of edits, by the number of scalars from which it holds, ascending.
    ///
    /// Shorter needles allow none.
    public var edits: [(length: Int, count: Int)] { zip(lengths, counts).map { ($0, $1) } }
    private let lengths: [Int]
    private let counts: [Int]

    /// Creates a budget, such as `[(5, 1), (9, 2)]`.
    ///
    /// - Precondition: lengths ascend, and no count is negative.
    public init(_ edits: [(length: Int, count: Int)]) {
      precondition(zip(edits, edits.dropFirst()).allSatisfy { $0.length < $1.length })
      precondition(edits.allSatisfy { $0.count >= 0 })
      lengths = edits.map { $0.length }
      counts = edits.map { $0.count }
    }

    /// Returns the maximum number of edits for a needle of the given length in scalars.
    public func count(forLength length: Int) -> Int {
      edits.last { $0.length <= length }?.count ?? 0
    }
  }

  /// The rows that a needle finds.
  public var family: Family?
  /// The effect of upper case.
  public var letterCase: LetterCase?
  /// The characters that count as equal; nil if they are compared as they are.
  public var folding: Folding?
  /// The meaning of blanks within a needle.
  public var blanks: Blanks?
  /// True if every row that contains the needle is found.
  public var findsInfixes: Bool
  /// True if a longer needle finds no other rows.
  public var narrows: Bool
  /// The rules for rows of equal score, the first one first; empty if none is declared.
  public var ties: [Tie]
  /// The edits between the needle and the whole row; only for the family of edits.
  public var budget: EditBudget?
  /// The unit of the positions that an answer shows; nil if it shows none.
  public var positions: PositionUnit?
  /// True if scores depend on other rows.
  public var isCorpusDependent: Bool
  /// The answer to an empty needle.
  public var emptyNeedle: EmptyNeedle?

  /// The order that answers must have; nil if none is named.
  public var spec: Spec?

  /// Creates rules.
  public init(
    family: Family? = nil, letterCase: LetterCase? = nil, folding: Folding? = nil,
    blanks: Blanks? = nil, ties: [Tie] = []
  ) {
    self.family = family
    self.letterCase = letterCase
    self.folding = folding
    self.blanks = blanks
    self.ties = ties
    findsInfixes = family == .subsequence
    narrows = false
    isCorpusDependent = false
  }

  /// Two rules that contradict each other, in words; nil if none do.
  public var contradiction: String? {
    if let folding, folding.asciiCaseBit != 0, let letterCase,
      letterCase == .respect || letterCase == .smart
    {
      return "letterCase \(letterCase.rawValue) and a folding that ignores case"
    }
    if budget != nil, family != .edits { return "a budget of edits and another family than edits" }
    return spec.flatMap(contradiction)
  }

  /// A rule that contradicts a specification, in words; nil if none does.
  private func contradiction(of spec: Spec) -> String? {
    let right = spec.rules
    func differs<Rule: Equatable>(_ own: Rule?, _ right: Rule?) -> Bool {
      own != nil && own != right
    }
    let rules = [
      ("family", differs(family, right.family)), ("case", differs(letterCase, right.letterCase)),
      ("folding", differs(folding, right.folding)), ("blanks", differs(blanks, right.blanks)),
      ("ties", !ties.isEmpty && ties != right.ties), ("budget", differs(budget, right.budget)),
      ("empty", differs(emptyNeedle, right.emptyNeedle)),
      ("infix", findsInfixes && !right.findsInfixes), ("narrows", narrows && !right.narrows),
      ("corpusDependent", isCorpusDependent),
    ]
    return rules.first { $0.1 }.map { "the spec \(spec.rawValue) and another rule for '\($0.0)'" }
  }

  /// Returns the same rules after a change.
  public func with(_ change: (inout RankingRules) -> Void) -> RankingRules {
    var copy = self
    change(&copy)
    return copy
  }
}

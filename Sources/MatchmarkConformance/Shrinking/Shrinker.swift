/// Makes a failing case as small as possible while it still fails.
///
/// Tries the reductions of the case, first large ones and in the end small ones, until none works.
/// The result is a local minimum: no single part can be left out. It is deterministic, and the
/// number of trials is limited; a trial of a large case counts as several.
///
/// Source: Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing Input", 2002 (ddmin).
public enum Shrinker {
  /// The default for the most trials.
  public static let usualTrialCount = 20_000

  /// Returns the smallest situation found for which `stillFails` holds.
  ///
  /// - Precondition: `stillFails` holds for `situation`.
  /// - Complexity: O(parts²) trials in the worst case, at most `trialLimit`.
  public static func shrink(
    _ situation: Situation, trialLimit: Int = Shrinker.usualTrialCount,
    stillFails: (Situation) -> Bool
  ) -> Situation {
    shrink(situation, trialLimit: trialLimit, until: { false }, stillFails: stillFails)
  }

  /// Returns the smallest case found for which `stillFails` holds.
  ///
  /// - Parameter isTimeUp: true once shrinking must end with the smallest case so far.
  /// - Precondition: `stillFails` holds for `testCase`.
  package static func shrink<Case: Shrinkable>(
    _ testCase: Case, trialLimit: Int = Shrinker.usualTrialCount,
    until isTimeUp: @escaping () -> Bool, stillFails: (Case) -> Bool
  ) -> Case {
    withoutActuallyEscaping(stillFails) { stillFails in
      var search = SmallestCase(
        found: testCase, budget: TrialBudget(limit: trialLimit, isTimeUp: isTimeUp),
        stillFails: stillFails)
      search.run()
      return search.found
    }
  }

  /// Returns the smallest list found for which `stillFails` holds, such as the events of a session.
  ///
  /// - Precondition: `stillFails` holds for `list`.
  /// - Complexity: O(count²) trials in the worst case, at most `trialLimit`.
  public static func shrink<Element>(
    list: [Element], trialLimit: Int = Shrinker.usualTrialCount, stillFails: ([Element]) -> Bool
  ) -> [Element] {
    var budget = TrialBudget(limit: trialLimit)
    return budget.shrink(list: list, stillFails: stillFails)
  }
}

/// A case that can be made smaller.
package protocol Shrinkable: Sendable {
  /// Ways to make it smaller, the most effective first; each returns whether that worked.
  static var reductions: [@Sendable (inout SmallestCase<Self>) -> Bool] { get }
  /// An estimate of the work of asking it once; what is small costs nothing extra.
  var sizeInBytes: Int { get }
}

/// The limits after which shrinking ends with the smallest case so far: a number of trials, and a
/// moment.
struct TrialBudget {
  let limit: Int
  let isTimeUp: () -> Bool
  /// The number of trials that the current one counts as.
  var weight = 1
  private var count = 0

  init(limit: Int, isTimeUp: @escaping () -> Bool = { false }) {
    self.limit = limit
    self.isTimeUp = isTimeUp
  }

  var isSpent: Bool { count >= limit || isTimeUp() }

  mutating func allows(_ stillFails: @autoclosure () -> Bool) -> Bool {
    count += weight
    return count <= limit && !isTimeUp() && stillFails()
  }

  mutating func shrink<Element>(
    list: [Element], stillFails: ([Element]) -> Bool
  ) -> [Element] {
    var smallest = list
    var size = max(1, list.count / 2)
    while true {
      var start = 0
      var isChanged = false
      while start < smallest.count {
        var shorter = smallest
        shorter.removeSubrange(start..<min(start + size, smallest.count))
        if allows(stillFails(shorter)) {
          smallest = shorter
          isChanged = true
        } else {
          start += size
        }
        if isSpent { return smallest }
      }
      if size == 1, !isChanged { return smallest }
      size = max(1, size / 2)
    }
  }
}

/// The smallest case found so far, and what reductions need to find a smaller one.
package struct SmallestCase<Case: Shrinkable> {
  package var found: Case
  var budget: TrialBudget
  let stillFails: (Case) -> Bool

  init(found: Case, budget: TrialBudget, stillFails: @escaping (Case) -> Bool) {
    self.found = found
    self.budget = budget
    self.stillFails = stillFails
  }

  /// A case of this size takes about twice as long as a small one.
  static var bytesPerTrial: Int { 8_192 }

  mutating func run() {
    while !budget.isSpent, reduceOnce() {}
  }

  /// Tries every reduction once; returns whether one made the case smaller.
  private mutating func reduceOnce() -> Bool {
    var isChanged = false
    for reduction in Case.reductions where !budget.isSpent {
      budget.weight = 1 + found.sizeInBytes / Self.bytesPerTrial
      if reduction(&self) { isChanged = true }
    }
    return isChanged
  }

  /// Changes the case if it then still fails; returns whether it does.
  package mutating func attempt(_ change: (inout Case) -> Void) -> Bool {
    // Even a copy of many rows takes time.
    guard !budget.isSpent else { return false }
    var smaller = found
    change(&smaller)
    let stillFails = stillFails
    guard budget.allows(stillFails(smaller)) else { return false }
    found = smaller
    return true
  }

  /// Makes a part smaller that can itself be made smaller.
  package mutating func reduce<Part: Shrinkable>(_ path: WritableKeyPath<Case, Part>) -> Bool {
    let (whole, stillFails) = (found, stillFails)
    var search = SmallestCase<Part>(found: whole[keyPath: path], budget: budget) { part in
      stillFails(whole.with(part, at: path))
    }
    let isChanged = search.reduceOnce()
    budget = search.budget
    found[keyPath: path] = search.found
    return isChanged
  }

  /// Leaves out elements of a list, many at once and in the end one by one.
  ///
  /// - Parameter least: the number of them that every case needs.
  package mutating func shrinkList<Element>(
    _ path: WritableKeyPath<Case, [Element]>, least: Int = 0
  ) -> Bool {
    let (whole, stillFails) = (found, stillFails)
    let list = budget.shrink(list: whole[keyPath: path]) { part in
      part.count >= least && stillFails(whole.with(part, at: path))
    }
    guard list.count < whole[keyPath: path].count else { return false }
    found[keyPath: path] = list
    return true
  }

  /// Leaves out terms of a text, then scalars.
  package mutating func shrinkText(_ path: WritableKeyPath<Case, String>) -> Bool {
    let (whole, stillFails) = (found, stillFails)
    let scalars = Array(whole[keyPath: path].unicodeScalars)
    guard !scalars.isEmpty else { return false }
    if attempt({ $0[keyPath: path] = "" }) { return true }
    func isFailing(_ part: [Unicode.Scalar]) -> Bool {
      stillFails(whole.with(String(scalars: part), at: path))
    }
    // Terms are left out as a whole: a number with one digit less is a different number.
    let terms = budget.shrink(
      list: scalars.split(separator: " ", omittingEmptySubsequences: false)
    ) {
      isFailing(Array($0.joined(separator: [" "])))
    }
    let left = budget.shrink(
      list: Array(terms.joined(separator: [" "])), stillFails: isFailing)
    guard left.count < scalars.count else { return false }
    found[keyPath: path] = String(scalars: left)
    return true
  }
}

extension Shrinkable {
  fileprivate func with<Part>(_ part: Part, at path: WritableKeyPath<Self, Part>) -> Self {
    var copy = self
    copy[keyPath: path] = part
    return copy
  }
}

extension String {
  init(scalars: [Unicode.Scalar]) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}

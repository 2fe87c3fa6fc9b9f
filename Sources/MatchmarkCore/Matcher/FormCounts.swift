/// How often each form of a structure was reached, by its name.
package struct FormCounts: Sendable, Hashable {
  /// By name; a form that can be reached and was not has 0.
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package mutating func add(_ form: String) { counts[form, default: 0] += 1 }

  /// Makes a form one that can be reached.
  package mutating func expect(_ form: String) { counts[form, default: 0] += 0 }

  package mutating func add(_ other: FormCounts) {
    for (form, count) in other.counts { counts[form, default: 0] += count }
  }

  /// The same with a word before each name.
  package func named(_ name: String) -> FormCounts {
    var named = FormCounts()
    for (form, count) in counts { named.counts["\(name): \(form)"] = count }
    return named
  }

  /// The forms that were not reached, in alphabetical order.
  package var missing: [String] { counts.filter { $0.value == 0 }.keys.sorted() }
}

/// A cursor that can say through which forms of its matcher an answer went.
///
/// It works that out afterwards, and only when asked: a keystroke counts nothing.
package protocol FormCounting {
  /// Every form that there is on this processor.
  static var allForms: [String] { get }

  /// Counts the forms of the answer to `query`, which was given last.
  mutating func countForms(of query: SearchQuery, in counts: inout FormCounts)
}

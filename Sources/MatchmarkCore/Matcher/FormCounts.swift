/// How often each form of a structure was reached, by name.
package struct FormCounts: Sendable, Hashable {
  /// Counts by name; a form that can be reached but was not has 0.
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  package mutating func add(_ form: String) { counts[form, default: 0] += 1 }

  /// Declares that a form can be reached.
  package mutating func expect(_ form: String) { counts[form, default: 0] += 0 }

  package mutating func add(_ other: FormCounts) {
    for (form, count) in other.counts { counts[form, default: 0] += count }
  }

  /// The same counts with a word before each name.
  package func named(_ name: String) -> FormCounts {
    var named = FormCounts()
    for (form, count) in counts { named.counts["\(name): \(form)"] = count }
    return named
  }

  /// The forms that were not reached, in alphabetical order.
  package var missing: [String] { counts.filter { $0.value == 0 }.keys.sorted() }
}

/// A cursor that can report which forms of its matcher produced an answer.
///
/// It works that out afterwards, and only on request: nothing is counted during a keystroke.
package protocol FormCounting {
  /// Every form that exists on this processor.
  static var allForms: [String] { get }

  /// Counts the forms of the last answer, which must be the one to `query`.
  mutating func countForms(of query: SearchQuery, in counts: inout FormCounts)
}

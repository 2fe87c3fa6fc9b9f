/// The known name that the author of a mistyped name most likely meant.
package enum NearestName {
  /// The longest name that gets a suggestion; a longer one was not typed by a person.
  package static let sizeLimitInBytes = 256

  /// Returns the nearest of `candidates` by edit distance, or nil if none is near.
  ///
  /// A name is near if its distance is at most a third of the typed name's characters; one edit is
  /// always near. A suggestion that shares nothing with the typed name would mislead the reader. If
  /// several names are equally near, the first one wins.
  ///
  /// - Complexity: O(candidates · name · candidate) time, O(candidate) space.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    guard name.utf8.count <= sizeLimitInBytes else { return nil }
    let typed = Array(name)
    let best = candidates.lazy.map { (name: $0, distance: editDistance(typed, Array($0))) }
      .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, typed.count / 3) else { return nil }
    return best.name
  }

  /// Returns the suffix of a message about a mistyped name; empty if no known name is near.
  package static func hint(_ name: String, among candidates: [String]) -> String {
    of(name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn
  /// one text into the other.
  ///
  /// This is the optimal string alignment distance (Damerau 1964, with Wagner and Fischer's table
  /// of 1974). Only the last three rows of the table are kept.
  package static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var beforePrevious = Array(0...second.count)
    var previous = beforePrevious
    var row = beforePrevious
    for (index, character) in first.enumerated() {
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = previous[column] + (character == other ? 0 : 1)
        row[column + 1] = min(replaced, previous[column + 1] + 1, row[column] + 1)
        if index > 0 && column > 0 && character == second[column - 1] && first[index - 1] == other {
          row[column + 1] = min(row[column + 1], beforePrevious[column - 1] + 1)
        }
      }
      (beforePrevious, previous, row) = (previous, row, beforePrevious)
    }
    return previous[second.count]
  }
}

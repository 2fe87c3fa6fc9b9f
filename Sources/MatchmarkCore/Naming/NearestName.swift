/// The known name that a mistyped one most likely meant.
package enum NearestName {
  /// The nearest of `candidates` by edit distance, or nil where none is near.
  ///
  /// Near is at most a third of the typed name's characters, and always at least one edit: a
  /// suggestion that shares nothing with what was typed sends its reader astray. The first of
  /// several equally near names wins.
  ///
  /// - Complexity: O(candidates · name · candidate) time, O(candidate) space.
  package static func of(_ name: String, among candidates: [String]) -> String? {
    let typed = Array(name)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let distance = editDistance(typed, Array(candidate))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, typed.count / 3) else { return nil }
    return best.name
  }

  /// Insertions, deletions and replacements that turn one text into the other.
  ///
  /// Wagner and Fischer, "The string-to-string correction problem" (1974), with one row of the
  /// table kept.
  static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let replaced = diagonal + (character == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}

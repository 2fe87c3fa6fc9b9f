extension Sequence where Element: Hashable {
  /// The elements without repetitions, in order of first appearance.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence {
  /// Returns the elements that share a key, in the order in which the keys appear.
  ///
  /// - Complexity: O(n) for n elements.
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    let groups = Dictionary(grouping: self, by: key)
    return map(key).uniqued.map { ($0, groups[$0] ?? []) }
  }
}

/// Which queries move together: those of one typing session.
///
/// A session types one word or title, so what one of its keystrokes costs says much about the next.
/// Twenty keystrokes of one session are far less than twenty of twenty.
struct Clusters {
  /// The members of each cluster, as positions among the queries; none is empty.
  let members: [[Int]]
  /// The cluster of each query.
  let ofQuery: [Int]

  /// - Parameter names: the cluster of each query; equal names are one cluster. Where there is only
  ///   one, each query is taken for a cluster of its own, since one cluster shows no scatter.
  /// - Complexity: O(n) for n queries.
  init(_ names: [Int]) {
    var numbers: [Int: Int] = [:]
    var members: [[Int]] = []
    for (query, name) in names.enumerated() {
      let number = numbers[name] ?? members.count
      if number == members.count {
        numbers[name] = number
        members.append([])
      }
      members[number].append(query)
    }
    if members.count == 1 { members = names.indices.map { [$0] } }
    self.members = members
    var ofQuery = Array(repeating: 0, count: names.count)
    for (number, queries) in members.enumerated() {
      for query in queries { ofQuery[query] = number }
    }
    self.ofQuery = ofQuery
  }

  var count: Int { members.count }

  /// The sum of some power of the clusters' shares of all queries.
  private func shares(power: Int) -> Double {
    members.reduce(0) { sum, queries in
      let share = Double(queries.count) / Double(ofQuery.count)
      return sum + (0..<power).reduce(1) { product, _ in product * share }
    }
  }

  /// The sum of the squared shares: one over the number of clusters, where all have the same size.
  var concentration: Double { shares(power: 2) }

  /// What the squared sums of deviations from the mean must be multiplied with, since the mean was
  /// taken from the same clusters: n / (n − 1) where all have the same size.
  var correction: Double {
    let squares = concentration
    return 1 / max(1e-9, 1 + squares - 2 * shares(power: 3) / squares)
  }

  /// How many deviations are free: one less than the clusters, fewer where few hold most queries.
  var degreesOfFreedom: Double {
    let squares = concentration
    return max(1, squares * squares / shares(power: 4) - 1)
  }

  /// The sum over clusters of the squared sum of their members' values, as a share of the squared
  /// number of queries.
  ///
  /// - Complexity: O(n) for n queries; nothing is allocated.
  func squaredSums(_ value: (Int) -> Double) -> Double {
    let squares = members.reduce(0) { total, queries in
      let sum = queries.reduce(0) { $0 + value($1) }
      return total + sum * sum
    }
    return squares / Double(ofQuery.count * ofQuery.count)
  }
}

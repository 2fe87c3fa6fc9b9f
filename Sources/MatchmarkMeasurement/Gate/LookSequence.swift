/// Looks at a comparison, measures more while it is inconclusive, and confirms slowdowns.
package struct LookSequence: Sendable {
  /// The number of forks in a block.
  package let forkCount: Int

  package init(forkCount: Int) { self.forkCount = forkCount }

  /// The final findings; a decision at one look is not revised.
  ///
  /// - Parameters:
  ///   - measure: measures these forks of what is open, or of everything at the first look, and
  ///     judges everything measured so far.
  ///   - confirm: measures these forks of what seems slower, and judges them alone.
  package func findings<Failure>(
    measure: (GateLook, Range<Int>, _ open: [GateFinding]?) throws(Failure) -> [GateFinding],
    confirm: (Range<Int>, _ suspects: [GateFinding]) throws(Failure) -> [GateFinding]
  ) throws(Failure) -> [GateFinding] {
    var findings: [GateFinding] = []
    var end = 0
    for look in GateLook.all {
      let open = end == 0 ? nil : findings.filter(\.isOpen)
      guard open?.isEmpty != true else { break }
      let forks = end..<look.blockCount * forkCount
      findings.decide(by: try measure(look, forks, open))
      end = forks.upperBound
    }
    let suspects = findings.filter { $0.verdict == .slower }
    // A finding that took more forks needs as many to be confirmed.
    guard let count = suspects.map(\.forkCount).max() else { return findings }
    findings.confirm(by: try confirm(end..<end + count, suspects))
    return findings
  }
}

extension GateFinding {
  /// Whether more forks may decide it; a single process cannot be extended.
  fileprivate var isOpen: Bool { verdict == .inconclusive && forkCount > 1 }

  fileprivate func isAbout(_ other: GateFinding) -> Bool {
    cell == other.cell && matcher == other.matcher && figure == other.figure
  }
}

extension [GateFinding] {
  /// Replaces open findings by those from more forks.
  ///
  /// The samples are those of all forks, even if the first of them decided a figure.
  fileprivate mutating func decide(by later: [GateFinding]) {
    if isEmpty { self = later }
    for index in indices {
      guard let found = later.first(where: self[index].isAbout) else { continue }
      if self[index].isOpen { self[index] = found }
      self[index].packedBase = found.packedBase
      self[index].packedTwin = found.packedTwin
    }
  }

  /// Keeps `slower` only if a fresh block confirms it by its own floor.
  fileprivate mutating func confirm(by fresh: [GateFinding]) {
    for index in indices where self[index].verdict == .slower {
      let found = fresh.first(where: self[index].isAbout)
      self[index].confirmation = found?.ratio
      guard found?.verdict != .slower else { continue }
      self[index].verdict = .inconclusive
      self[index].reason = "a fresh block of rounds did not confirm it"
    }
  }
}

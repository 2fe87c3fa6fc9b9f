import MatchmarkConformance
package import MatchmarkCore
import Synchronization

/// A fault in the ranking of rows; those about edits are in the ranker that counts them.
package enum RankFault: String, DeliberateFault {
  case givesARowTwice
  case givesOneTooMany
  case addsARow
  case keepsTheLastNeedle
  case sharesOneMemory
  case losesRowsInTurns
  case scoresByTheSizeOfTheList
  case limitsBeforeTies
  case dropsTheWorstOfATie
  case startsWithTheWorst
  case ordersTiesBackwards
  case hidesScoresOfWrongTies
  case countsBlanksAtTheEnds
  case scoresNoNumber
  case scoresByPlace
  case losesTwins
  case ranksTheShortestLast
  case comparesParts
  case cutsRows
  case cutsNeedles
  case losesLettersThatFoldToTwo
  case stopsAtTheFirstGap
  case findsAllForLongNeedles
  case forgetsTheLastLetter
  case ignoresAllCase
  case respectsAllCase
  case keepsOuterBlanks
  case needsTermsInOrder
  case allowsOneEditMore
  case allowsNoTransposition
  case ordersEditsBackwards
  case marksBytes
  case marksFromOne
  case marksTheFirstLetters
  case findsNothingForNothing
  case scoresInSevenBits
  case givesOneLetterNoBonus
  case keepsAccents
  case findsTheBestAlignment

  package var account: (clause: String, sentence: String) {
    switch self {
    case .givesARowTwice: ("F1", "gives the best row twice")
    case .givesOneTooMany: ("F1", "gives one row more than the limit")
    case .addsARow: ("F1", "adds a row after the last one of the list")
    case .keepsTheLastNeedle: ("F2", "finds only rows that the needle before found")
    case .sharesOneMemory: ("F2", "remembers one needle for all cursors")
    case .losesRowsInTurns: ("F2", "leaves out the last row every second time")
    case .scoresByTheSizeOfTheList: ("F3", "adds the number of rows to scores")
    case .limitsBeforeTies: ("F4", "orders ties after the limit has cut them")
    case .dropsTheWorstOfATie: ("F4", "leaves out the last of equal scores if there is a limit")
    case .startsWithTheWorst: ("F5", "begins with the lowest score")
    case .ordersTiesBackwards: ("F5", "puts the later of equal rows first")
    case .hidesScoresOfWrongTies: ("F5", "shows no scores, and puts the later of equal rows first")
    case .countsBlanksAtTheEnds: ("F5", "counts blanks at the ends of rows in ties")
    case .scoresNoNumber: ("F5", "divides the score of a blank row by 0")
    case .scoresByPlace: ("F6", "scores a row lower if its number is odd")
    case .losesTwins: ("F6", "finds only the first of equal rows")
    case .ranksTheShortestLast: ("F7", "ranks the shortest row last")
    case .comparesParts: ("F7", "scores the best part of a row like the whole")
    case .cutsRows: ("F8", "reads at most six letters of a row")
    case .cutsNeedles: ("F8", "finds nothing for needles of more than six letters")
    case .losesLettersThatFoldToTwo: ("F8", "finds no row with a letter that folds to two")
    case .stopsAtTheFirstGap: ("F9", "gives up at the first letter that does not go on")
    case .findsAllForLongNeedles: ("F10", "finds every row for needles of more than two letters")
    case .forgetsTheLastLetter: ("F11", "does not look for the last letter of a needle")
    case .ignoresAllCase: ("F11", "ignores case for a needle in upper case, too")
    case .respectsAllCase: ("F11", "respects case for every needle")
    case .keepsOuterBlanks: ("F11", "looks for blanks at the ends of the needle")
    case .needsTermsInOrder: ("F11", "needs terms in the order of the needle")
    case .allowsOneEditMore: ("F12", "allows one edit more")
    case .allowsNoTransposition: ("F12", "counts a transposition as two edits")
    case .ordersEditsBackwards: ("F12", "begins with the most edits")
    case .marksBytes: ("F13", "counts positions in bytes instead of scalars")
    case .marksFromOne: ("F13", "counts positions from 1")
    case .marksTheFirstLetters: ("F13", "marks the first letters of the row")
    case .findsNothingForNothing: ("F15", "finds no row for an empty needle")
    case .scoresInSevenBits: ("F14", "keeps seven bits of a score")
    case .givesOneLetterNoBonus: ("F14", "gives a needle of one letter no bonus")
    case .keepsAccents: ("F14", "finds é only if é is typed")
    case .findsTheBestAlignment: ("F14", "scores the best alignment rather than the matrix")
    }
  }

  /// A ranker with the fault.
  package var entry: RankerEntry {
    let rules: RankingRules =
      switch self {
      case .allowsOneEditMore, .allowsNoTransposition, .ordersEditsBackwards:
        RankingRules.Spec.osa.rules.with { $0.spec = nil }
      // The laws that are about membership come first where it is declared.
      case .stopsAtTheFirstGap: RankingRules(family: .subsequence)
      case .losesLettersThatFoldToTwo:
        RankingRules(family: .similarity, folding: .caseAndDiacriticInsensitive)
      case .comparesParts, .cutsRows, .cutsNeedles: RankingRules(family: .similarity)
      case .findsAllForLongNeedles:
        RankingRules(family: .similarity).with { $0.narrows = true }
      default: RankingRules.Spec.fzf.rules.with { $0.positions = .scalars }
      }
    return RankerEntry(id: id, summary: sentence, rules: rules) { rows in
      FaultyRanker(fault: self, rows: rows)
    }
  }

  /// The oracle of fzf's order with positions, without a fault.
  package static let faultless = RankerEntry(
    id: "faultless", summary: "without a fault",
    rules: RankingRules.Spec.fzf.rules.with { $0.positions = .scalars }
  ) { rows in
    FaultyRanker(fault: nil, rows: rows)
  }
}

/// An oracle with positions and at most one fault.
private final class FaultyRanker: Ranker {
  private let fault: RankFault?
  private let rows: [String]
  private let memory = Mutex("")
  private let turns = Mutex(0)

  init(fault: RankFault?, rows: [String]) {
    (self.fault, self.rows) = (fault, rows)
  }

  func makeCursor() -> any RankerCursor { Cursor(ranker: self) }

  struct Cursor: RankerCursor {
    let ranker: FaultyRanker
    var last = ""

    mutating func rank(_ needle: String, limit: Int) -> [RankedRow] {
      defer { last = needle }
      return ranker.rank(needle, limit: limit, after: last)
    }
  }

  private func rank(_ needle: String, limit: Int, after last: String) -> [RankedRow] {
    var all = members(of: needle)
    switch fault {
    case .keepsTheLastNeedle:
      all = all.filter { found in members(of: last).contains { $0.row == found.row } }
    case .sharesOneMemory:
      let last = memory.withLock { memory in
        defer { memory = needle }
        return memory
      }
      all = all.filter { found in members(of: last).contains { $0.row == found.row } }
    case .losesRowsInTurns:
      let turn = turns.withLock { turns in
        turns += 1
        return turns
      }
      if turn % 2 == 0 { all = all.dropLast() }
    case .limitsBeforeTies where limit > 0:
      let cut = all.sorted { ($0.score ?? 0, $1.row) > ($1.score ?? 0, $0.row) }.first(limit)
      return all.filter { found in cut.contains { $0.row == found.row } }
    case .dropsTheWorstOfATie where limit > 0:
      if all.count > 1, all[all.count - 1].score == all[all.count - 2].score { all.removeLast() }
    case .givesOneTooMany where limit > 0: return all.first(limit + 1)
    default: break
    }
    return all.first(limit)
  }

  /// The whole answer.
  private func members(of needle: String) -> [RankedRow] {
    let trimmed = needle.trimmingBlanks
    switch fault {
    case .allowsOneEditMore, .allowsNoTransposition, .ordersEditsBackwards:
      return editedAnswer(to: trimmed)
    case .comparesParts, .cutsRows, .cutsNeedles, .findsAllForLongNeedles,
      .losesLettersThatFoldToTwo, .stopsAtTheFirstGap:
      return similarAnswer(to: trimmed)
    case .findsNothingForNothing where trimmed.isEmpty: return []
    case .respectsAllCase:
      return rows.indices.filter { rows[$0].has(trimmed) }.map { RankedRow($0) }
    default: break
    }
    return distorted(FzfOracle.rank(rows, asked(needle)), needle)
  }

  /// The needle that is looked for instead.
  private func asked(_ needle: String) -> String {
    switch fault {
    case .forgetsTheLastLetter where needle.trimmingBlanks.unicodeScalars.count > 1:
      String(needle.trimmingBlanks.unicodeScalars.dropLast())
    case .ignoresAllCase: needle.lowercased()
    default: needle
    }
  }

  private func distorted(_ right: [RankedRow], _ needle: String) -> [RankedRow] {
    var all = right
    for index in all.indices {
      all[index].positions = positions(of: needle, in: rows[all[index].row])
    }
    switch fault {
    case .givesARowTwice: return Array(all.prefix(1)) + all
    case .addsARow: all.append(RankedRow(rows.count, score: -1, positions: []))
    case .scoresByTheSizeOfTheList: all.score { $0.score.map { $0 + Double(self.rows.count) } }
    case .startsWithTheWorst: all.reverse()
    case .ordersTiesBackwards, .hidesScoresOfWrongTies:
      all.sort { ($0.score ?? 0, $0.row) > ($1.score ?? 0, $1.row) }
      if fault == .hidesScoresOfWrongTies { all.score { _ in nil } }
    case .countsBlanksAtTheEnds:
      all.sort {
        (-($0.score ?? 0), self.rows[$0.row].unicodeScalars.count, $0.row)
          < (-($1.score ?? 0), self.rows[$1.row].unicodeScalars.count, $1.row)
      }
    case .scoresNoNumber:
      all.score { self.rows[$0.row].trimmingBlanks.isEmpty ? .nan : $0.score }
    case .scoresByPlace: all.score { found in found.score.map { $0 - Double(found.row % 2) / 2 } }
    case .losesTwins:
      all = all.filter { found in rows.firstIndex(of: rows[found.row]) == found.row }
    case .ranksTheShortestLast:
      let shortest = all.min { self.rows[$0.row].count < self.rows[$1.row].count }
      guard let shortest, all.count > 1 else { break }
      all.removeAll { $0.row == shortest.row }
      all.append(shortest)
      all.score { _ in nil }
    case .keepsOuterBlanks:
      if needle.hasPrefix(" ") { all = all.filter { rows[$0.row].contains(" ") } }
    case .needsTermsInOrder:
      let letters = needle.filter { $0 != " " }
      all = all.filter { rows[$0.row].lowercased().has(letters.lowercased()) }
    case .scoresInSevenBits: all.score { found in found.score.map { Double(Int($0) & 127) } }
    case .givesOneLetterNoBonus:
      if needle.trimmingBlanks.unicodeScalars.count == 1 { all.score { _ in 16 } }
    case .keepsAccents:
      all = all.filter { rows[$0.row].lowercased().has(needle.lowercased()) }
    case .findsTheBestAlignment:
      all.score { found in
        BestAlignment(self.rows[found.row], needle.trimmingBlanks)?.score ?? found.score
      }
    case .marksFromOne: all.mark { $0.map { $0 + 1 } }
    case .marksTheFirstLetters: all.mark { Array($0.indices) }
    case .marksBytes:
      for index in all.indices {
        let scalars = Array(rows[all[index].row].unicodeScalars)
        all[index].positions = all[index].positions?.map { place in
          scalars[..<place].reduce(0) { $0 + $1.utf8.count }
        }
      }
    default: break
    }
    return all
  }

  /// The places of the letters of all terms, greedily from the left.
  private func positions(of needle: String, in row: String) -> [Int] {
    var places: Set<Int> = []
    for term in needle.unicodeScalars.split(separator: " ").map(Array.init) {
      var rest = FzfOracle.letters(term, for: term)[...]
      let letters = FzfOracle.letters(Array(row.unicodeScalars), for: term)
      for (place, letter) in letters.enumerated() where rest.first == letter {
        places.insert(place)
        rest.removeFirst()
      }
    }
    return places.sorted()
  }

  private func editedAnswer(to needle: String) -> [RankedRow] {
    guard !needle.isEmpty else { return [] }
    var found = EditOracle(rows).rank(needle)
    switch fault {
    case .allowsOneEditMore: found = EditOracle(rows, beyondBudget: 1).rank(needle)
    case .allowsNoTransposition:
      let letters = needle.lowercased()
      found.removeAll { rows[$0.row].trimmingBlanks.lowercased().isTransposition(of: letters) }
    default:
      found.reverse()
      found.score { _ in nil }
    }
    return found
  }

  /// The answers of rankers that say nothing about membership.
  private func similarAnswer(to needle: String) -> [RankedRow] {
    guard !needle.isEmpty else { return [] }
    switch fault {
    case .cutsRows:
      return rows.indices.filter { String(rows[$0].trimmingBlanks.prefix(6)).contains(needle) }
        .map { RankedRow($0) }
    case .cutsNeedles where needle.count > 6: return []
    case .findsAllForLongNeedles where needle.count > 2: return rows.indices.map { RankedRow($0) }
    case .losesLettersThatFoldToTwo:
      return rows.indices.filter { !rows[$0].contains("ß") && rows[$0].trimmingBlanks == needle }
        .map { RankedRow($0) }
    case .stopsAtTheFirstGap:
      return rows.indices.filter { row in
        rows[row].first.map { first in
          needle.first != first || rows[row].hasPrefix(needle)
        } != false && rows[row].has(needle)
      }.map { RankedRow($0) }
    default:
      let exact = rows.indices.filter { rows[$0].trimmingBlanks == needle }
      let part = rows.indices.filter { !exact.contains($0) && rows[$0].contains(needle) }
      let all = fault == .comparesParts ? (exact + part).sorted() : exact + part
      return all.map { RankedRow($0) }
    }
  }
}

extension [RankedRow] {
  fileprivate mutating func score(_ score: (RankedRow) -> Double?) {
    for index in indices { self[index].score = score(self[index]) }
  }

  fileprivate mutating func mark(_ mark: ([Int]) -> [Int]) {
    for index in indices { self[index].positions = self[index].positions.map(mark) }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// True if the letters of a needle occur in order.
  fileprivate func has(_ needle: String) -> Bool {
    var rest = Array(needle.unicodeScalars)[...]
    for scalar in unicodeScalars where scalar == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// True if two neighbours are exchanged, and nothing else differs.
  fileprivate func isTransposition(of other: String) -> Bool {
    let (own, theirs) = (Array(unicodeScalars), Array(other.unicodeScalars))
    guard own.count == theirs.count else { return false }
    let places = own.indices.filter { own[$0] != theirs[$0] }
    return places.count == 2 && places[0] + 1 == places[1] && own[places[0]] == theirs[places[1]]
      && own[places[1]] == theirs[places[0]]
  }
}

package import MatchmarkCore
import MatchmarkRecord

/// The rules of a search in words, for readers who do not know the names of the axes.
package enum ProfileText {
  /// Returns the rules as one sentence without its end, for instance `every word typed must occur
  /// anywhere in 'name' or 'code', ignoring case and accents; filters: year`.
  package static func words(_ profile: SearchProfile) -> String {
    switch profile.rank {
    case .specified(let spec):
      return "rows whose \(list(profile.textFields.map(\.name))) \(members(of: spec)), the best "
        + "first as \(spec.rawValue) ranks them"
    case .own:
      return "rows found in \(list(profile.textFields.map(\.name))), the best first in each "
        + "ranker's own order"
    case nil: break
    }
    let typed = profile.terms == .splitAND ? "every word typed" : "the typed text"
    let places = profile.textFields.map(\.match).uniqued.map { mode in
      "\(place(mode)) \(list(profile.textFields.filter { $0.match == mode }.map(\.name)))"
    }
    let numbers =
      profile.numericFields.isEmpty
      ? "" : ", or equal the number in \(list(profile.numericFields))"
    let filters = (profile.facets + [profile.scope?.facet].compactMap(\.self)).uniqued
    return "\(typed) must be \(places.joined(separator: ", or "))\(numbers), "
      + folding(profile.folding)
      + (filters.isEmpty ? "" : "; filters: \(DisplayText.list(filters, limit: listLimit))")
  }

  private static let listLimit = 6

  /// Returns the condition under which a ranked search finds a text.
  private static func members(of spec: RankingRules.Spec) -> String {
    switch spec {
    case .fzf, .fzy: "has the letters typed in order"
    case .osa: "is the typed text, or a few edits from it"
    case .prefixOSA: "has a word that begins with the typed text, or a few edits from it"
    }
  }

  private static func place(_ mode: MatchMode) -> String {
    switch mode {
    case .contains: "anywhere in"
    case .prefix: "at the start of"
    case .wordPrefix: "at the start of a word in"
    case .equality: "the whole of"
    }
  }

  private static func folding(_ folding: Folding) -> String {
    switch folding {
    case .exact: "with the same case and accents"
    case .caseInsensitive: "ignoring case"
    case .caseAndDiacriticInsensitive: "ignoring case and accents"
    case .loose: "ignoring case, accents, and the letters and signs that keyboards lack"
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(listLimit).map { "'\(DisplayText.line($0, limit: 40))'" }
    let rest = names.count - shown.count
    let all = shown + (rest > 0 ? ["\(rest) more columns"] : [])
    return all.count < 2
      ? all.joined() : "\(all.dropLast().joined(separator: ", ")) or \(all[all.count - 1])"
  }
}

extension RunRecord {
  /// The user's own list, the rules of its search, and what was typed, in words; nil for other
  /// rows, or several lists.
  var subject: String? {
    let profiles = cells.map(\.profile)
    guard let first = profiles.first, profiles.allSatisfy({ $0 == first }),
      let own = cells.compactMap(\.corpus.ownRowCount).max()
    else { return nil }
    let needs = cells.first { $0.corpus.ownRowCount != nil }?.needs
    let typed = needs.map {
      ". Of \(QuantityFormat.counted($0.typedCount, "typed keystroke")), \($0.words)"
    }
    return "\(QuantityFormat.rows(own)); \(ProfileText.words(first))\(typed ?? "")"
  }
}

extension WorkloadNeeds {
  /// The shares in words, for instance `64 % need folding (56 % find nothing without it), 1 % need
  /// a number, and 5 % are composed by an input method`.
  var words: String {
    let sole = folding.soleCount > 0 ? " (\(share(folding.soleCount)) find nothing without it)" : ""
    return "\(share(folding.keystrokeCount)) need folding\(sole), "
      + "\(share(numbers.keystrokeCount)) need a number, and "
      + "\(share(composedCount)) are composed by an input method"
  }

  /// A share of the typed keystrokes, for instance `less than 1 %`.
  private func share(_ count: Int) -> String {
    let percent = 100 * Double(count) / Double(max(typedCount, 1))
    if count > 0, percent < 1 { return "less than 1 %" }
    return "\(Int(percent.rounded())) %"
  }
}

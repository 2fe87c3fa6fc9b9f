internal import MatchmarkCore

/// Row and text as matching sees them: scalars, because look-alikes are what people stumble over.
struct FoldedForms {
  let corpus: FoldedCorpus
  let query: SearchQuery

  /// Longer text is cut: who reads this looks for one scalar.
  private static let scalarLimit = 24

  /// A line for each text field and one for the text; none where all is ASCII.
  func lines(row: Int, key: String) -> [String] {
    let folding = corpus.profile.folding
    let texts = corpus.profile.textFields.indices.map { corpus.text(row: row, field: $0) }
    let isPlain = (texts + [query.text]).allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    if isPlain {
      return zip(corpus.profile.textFields, texts).map { field, text in
        "\(key), \(field.name): \(text.prefix(80).debugDescription)"
      }
    }
    return zip(corpus.profile.textFields, texts).map { field, text in
      "\(key), \(field.name), folded: \(Self.scalars(folding.fold(text)))"
    } + ["the text, folded: \(Self.scalars(folding.fold(query.text)))"]
  }

  private static func scalars(_ utf8: [UInt8]) -> String {
    let scalars = String(decoding: utf8, as: UTF8.self).unicodeScalars
    let shown = scalars.prefix(scalarLimit).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    let rest = scalars.count > scalarLimit ? " and \(scalars.count - scalarLimit) more" : ""
    return shown.isEmpty ? "nothing" : shown.joined(separator: " ") + rest
  }
}

extension SearchQuery {
  /// For instance `"new" [Europe] in 2019`.
  var summary: String {
    var words = [text.utf8.count > 60 ? "\(text.utf8.count) bytes" : text.debugDescription]
    words += tokens.prefix(4).map { "[\($0.value)]" }
    if tokens.count > 4 { words.append("and \(tokens.count - 4) tokens more") }
    if let scope { words.append("in \(scope)") }
    return words.joined(separator: " ")
  }
}

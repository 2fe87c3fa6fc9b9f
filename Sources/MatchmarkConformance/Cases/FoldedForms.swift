internal import MatchmarkCore

/// Row and text as matching sees them: scalars, because look-alikes are what people stumble over.
struct FoldedForms {
  let corpus: FoldedCorpus
  let query: SearchQuery

  /// Longer text is cut: who reads this looks for one scalar.
  private static let scalarLimit = 24

  /// The scalars of each text field and of the text, as they are and folded; where all is ASCII,
  /// the texts themselves.
  func lines(row: Int, key: String) -> [String] {
    let folding = corpus.profile.folding
    let texts = corpus.profile.textFields.indices.map { corpus.text(row: row, field: $0) }
    let isPlain = (texts + [query.text]).allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    if isPlain {
      return zip(corpus.profile.textFields, texts).map { field, text in
        "\(key), \(field.name): \(text.prefix(80).debugDescription)"
      }
    }
    let named = zip(corpus.profile.textFields, texts).map { ("\(key), \($0.name)", $1) }
    return (named + [("the text", query.text)]).flatMap { name, text in
      let folded = String(decoding: folding.fold(text), as: UTF8.self)
      return [
        "\(name), as it is: \(Self.scalars(text))", "\(name), folded: \(Self.scalars(folded))",
      ]
    }
  }

  private static func scalars(_ text: String) -> String {
    let scalars = text.unicodeScalars
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

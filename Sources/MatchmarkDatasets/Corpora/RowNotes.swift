import MatchmarkCore
import MatchmarkSystem

extension DatasetFormat {
  /// The format in words, for a note about a stream.
  var words: String {
    switch self {
    case .delimited(let format):
      (format.delimiter == 0x09 ? "cells between tabs" : "cells between delimiters")
        + (format.hasHeader ? ", with a header" : ", without a header")
    case .json: "JSON objects"
    case .titles: "one title to a line"
    }
  }
}

extension DatasetRows {
  /// The most names in one note.
  private static let namedCount = 8

  /// Notes about a file: the way it was read, and what is not searched.
  func notes(as format: DatasetFormat, of path: String) -> [String] {
    var notes: [String] = []
    if CorpusSource.isStream(path), DatasetFormat(endingOf: path) == nil {
      notes.append("\(CorpusSource.shown(path)): read as \(format.words)")
    }
    if !nestedKeys.isEmpty {
      notes.append(
        "the lists and objects of \(Self.list(nestedKeys)) are not searched, only texts, numbers "
          + "and booleans")
    }
    if !nullKeys.isEmpty {
      notes.append(
        "null is read as an empty text (\(Self.list(nullKeys))); code that reads your JSON itself "
          + "gets null")
    }
    notes += columnsWithoutRole.prefix(Self.namedCount).map { column in
      "column '\(column.name)' is not searched: \(column.reason)"
    }
    let more = columnsWithoutRole.count - Self.namedCount
    if more > 0 { notes.append("\(more) more columns are not searched") }
    return notes
  }

  /// A note about the columns that are filters only, which a person may expect to be searched; nil
  /// if there are none.
  static func filterNote(_ corpus: Corpus) -> String? {
    let filters = corpus.schema.columns.filter {
      $0.roles.contains(.facet) && $0.roles.isDisjoint(with: [.text, .numeric])
    }.map(\.name)
    guard !filters.isEmpty else { return nil }
    let (subject, object) =
      filters.count == 1
      ? ("column \(list(filters)) is a filter", "it")
      : ("columns \(list(filters)) are filters", "them")
    return "\(subject) and not searched as text; \(advice(to: object, filters, of: corpus))"
  }

  /// A note about the columns that only tell rows apart; nil if there are none.
  static func identifierNote(_ corpus: Corpus) -> String? {
    let names = InferredProfile.identifiers(of: corpus)
    guard !names.isEmpty else { return nil }
    let (subject, object) =
      names.count == 1
      ? ("column \(list(names)) only tells rows apart, so it is", "it")
      : ("columns \(list(names)) only tell rows apart, so they are", "them")
    return "\(subject) not searched; \(advice(to: object, names, of: corpus))"
  }

  /// Returns the advice on searching columns that are not searched as text.
  private static func advice(to object: String, _ names: [String], of corpus: Corpus) -> String {
    let texts = corpus.schema.names(with: .text).filter { !names.contains($0) }
    let example = ShellWord.line((texts + names).prefix(namedCount).flatMap { ["--text", $0] })
    return "to search \(object), name every text column, for example: \(example)"
  }

  /// A note about letters of the text columns that people type by other keys, which only the
  /// folding `loose` finds; nil if there are none.
  ///
  /// - Complexity: O(bytes of the text columns).
  static func looseNote(_ corpus: Corpus) -> String? {
    let letters = looseLetters(of: corpus)
    guard !letters.isEmpty else { return nil }
    let shown = letters.prefix(3).map { "\($0)" }.joined(separator: ", ")
    let rest = letters.count > 3 ? " and \(letters.count - 3) more" : ""
    return "rows have letters that folding cd finds only as they are (\(shown)\(rest)); to find "
      + "them by the keys that people have, add --folding loose"
  }

  private static func looseLetters(of corpus: Corpus) -> [Unicode.Scalar] {
    var seen = Bitmap(bitCount: 0x11_0000)
    for (column, cells) in zip(corpus.schema.columns, corpus.columns)
    where column.roles.contains(.text) {
      let utf8 = cells.cells.bytes.span
      var position = 0
      while position < utf8.count {
        // One byte is ASCII, or stands between two cells.
        if utf8[position] < 0x80 || utf8[position] >= 0xF8 {
          position += 1
          continue
        }
        let scalar = utf8.scalar(at: position)
        seen.insert(Int(scalar.value))
        position += scalar.length
      }
    }
    var letters: [Unicode.Scalar] = []
    seen.visit { value in
      let scalar = Unicode.Scalar(UInt32(value))
      if let scalar, isLooseLetter(scalar) { letters.append(scalar) }
      return true
    }
    return letters
  }

  private static func isLooseLetter(_ scalar: Unicode.Scalar) -> Bool {
    let text = String(scalar)
    return scalar.properties.isAlphabetic
      && Folding.loose.fold(text) != Folding.caseAndDiacriticInsensitive.fold(text)
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(namedCount).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > namedCount ? "\(shown) and \(names.count - namedCount) more" : shown
  }
}

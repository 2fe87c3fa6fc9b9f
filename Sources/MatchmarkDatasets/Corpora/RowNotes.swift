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
    let texts = corpus.schema.columns.filter { $0.roles.contains(.text) }.map(\.name)
    let example = ShellWord.line((texts + filters).prefix(namedCount).flatMap { ["--text", $0] })
    return "\(subject) and not searched as text; to search \(object), name every text column, "
      + "for example: \(example)"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(namedCount).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > namedCount ? "\(shown) and \(names.count - namedCount) more" : shown
  }
}

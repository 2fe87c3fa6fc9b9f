import MatchmarkConformance
import MatchmarkCore

/// The texts of rows and queries as a wrong engine reads them.
struct WrongText {
  struct Term {
    var needle: [UInt8]
    var raw: String
    var number: String?
  }

  let engine: WrongEngine?
  let folding: Folding
  let mode: MatchMode

  func stored(_ text: String) -> [UInt8] {
    switch engine {
    case .reads65535Bytes: folded(first(65_535, of: text))
    case .reads32766Bytes: folded(first(32_766, of: text))
    case .reads4097Bytes: folded(first(4_097, of: text))
    case .reads255Characters: folded(scalars(text.unicodeScalars.prefix(255)))
    case .stopsAtNull: folded(scalars(text.unicodeScalars.prefix { $0 != "\0" }))
    case .trimsFields: folded(PlainText.trim(text))
    case .escapesRows, .escapesBoth: folded(escaped(text))
    case .stripsTags: folded(withoutTags(text))
    case .normalizesChunks: chunks(text).flatMap(folded)
    default: folded(text)
    }
  }

  func terms(of text: String, _ profile: SearchProfile) -> [Term] {
    parts(of: read(text, profile), profile).compactMap { raw in
      var needle = folded(raw)
      if needle.isEmpty { return nil }
      if engine == .normalizesOnlyRows, [.exact, .caseInsensitive].contains(folding),
        Array(CanonicalForm.decomposed(raw).utf8) != Array(raw.utf8)
      {
        // A byte that no text has.
        needle.append(0xFF)
      }
      return Term(needle: needle, raw: raw, number: number(raw))
    }
  }

  private func read(_ text: String, _ profile: SearchProfile) -> String {
    let view = text.unicodeScalars
    switch engine {
    case .cutsQueryAt4095Bytes: return first(4_095, of: text)
    case .cutsQueryAt32Characters: return scalars(view.prefix(32))
    case .escapesBoth: return escaped(text)
    case .splitsAtControls where profile.terms == .splitAND:
      return scalars(view.map { (0x1C...0x1F).contains($0.value) ? " " : $0 })
    case .trimsZeroWidth where profile.trim == .whitespace:
      let isTrimmed = { (scalar: Unicode.Scalar) in
        scalar == "\u{200B}" || scalar.properties.isWhitespace
      }
      return scalars(view.drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    case .dropsQuotes: return scalars(view.filter { $0 != "\"" && $0 != "*" })
    default: return text
    }
  }

  private func parts(of text: String, _ profile: SearchProfile) -> [String] {
    guard profile.terms == .splitAND else {
      return [profile.trim == .whitespace ? PlainText.trim(text) : text]
    }
    let parts = PlainText.split(text)
    return switch engine {
    case .reads31Terms: Array(parts.filter { !folded($0).isEmpty }.prefix(31))
    case .dropsStopWords: parts.filter { !["a", "of", "the"].contains($0.lowercased()) }
    case .dropsLetters: parts.filter { $0.unicodeScalars.count > 1 }
    default: parts
    }
  }

  private func number(_ raw: String) -> String? {
    let digitCount = raw.unicodeScalars.count { $0 != "." }
    if engine == .reads17Digits, digitCount > 17 { return nil }
    if engine == .reads19Digits, digitCount == 19, raw.hasPrefix("0") {
      return PlainText.canonicalNumber(String(raw.dropFirst()))
    }
    return PlainText.canonicalNumber(raw)
  }

  func folded(_ text: String) -> [UInt8] {
    switch engine {
    case .lowersCase where folding == .caseInsensitive: Folding.exact.fold(text.lowercased())
    case .reads16BitScalars:
      folding.fold(
        scalars(text.unicodeScalars.map { Unicode.Scalar($0.value & 0xFFFF) ?? "\u{FFFD}" }),
        for: mode)
    default: folding.fold(text, for: mode)
    }
  }

  /// Returns the longest start of the text that has at most that many bytes.
  private func first(_ size: Int, of text: String) -> String {
    var (count, size) = (0, size)
    for scalar in text.unicodeScalars {
      size -= UTF8.width(scalar)
      if size < 0 { break }
      count += 1
    }
    return scalars(text.unicodeScalars.prefix(count))
  }

  private func chunks(_ text: String) -> [String] {
    var chunks: [String] = []
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let chunk = first(1_024, of: String(rest))
      chunks.append(chunk)
      rest = rest.dropFirst(chunk.unicodeScalars.count)
    }
    return chunks
  }

  private func escaped(_ text: String) -> String {
    scalars(
      text.unicodeScalars.flatMap { scalar in
        Array((scalar == "&" ? "&amp;" : scalar == "<" ? "&lt;" : String(scalar)).unicodeScalars)
      })
  }

  private func withoutTags(_ text: String) -> String {
    var kept: [Unicode.Scalar] = []
    var start: Int?
    for scalar in text.unicodeScalars {
      if scalar == "<" { start = kept.count }
      kept.append(scalar)
      if scalar == ">", let first = start {
        kept.removeSubrange(first...)
        start = nil
      }
    }
    return scalars(kept)
  }

  private func scalars(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { String(scalar).utf8.count }
}

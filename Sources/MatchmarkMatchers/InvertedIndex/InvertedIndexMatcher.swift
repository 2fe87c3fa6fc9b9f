public import MatchmarkCore

/// An index from pieces of text to rows, with exact verification if a piece does not decide.
///
/// Each text field has one of two indexes, chosen by measuring the field. If different words are a
/// small part of the text, the pieces are words: a needle inside a word is answered without reading
/// a row, a phrase by its rarest part. Otherwise (identifiers, text without spaces) the pieces are
/// sequences of up to three bytes. The scarcest term gives the candidates; if even that is common,
/// terms, tokens and scope are combined as bitmaps. It wins on large corpora and needles of any
/// length; it loses to a scan on tiny corpora, costs memory, and is defeated by text that shares
/// all its pieces.
///
/// - Complexity: O(candidates × row) per query, at most that of a scan; space O(bytes of text).
public struct InvertedIndexMatcher: Matcher {
  /// `inverted-index`.
  public static let descriptor = MatcherDescriptor(
    id: "inverted-index",
    summary: "words or byte grams with exact verification; tokens, scope and numbers as bitmaps",
    options: [IndexedField.Form.option, KernelPath.option, KernelCores.option]
      + IndexThresholds.options)

  /// Every profile.
  public static func support(for profile: SearchProfile) -> Support { .supported }

  let corpus: FoldedCorpus
  let fields: [IndexedField]
  let numbers: [NumberIndex]
  let filter: FilterIndex
  /// The instructions for counting.
  let path: KernelPath
  let limits: IndexLimits

  /// Indexes every text field, number, facet and the scope.
  ///
  /// - Complexity: O(bytes of the text fields), time and space.
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    let form = try options.value(of: IndexedField.Form.option)
    let cores = try options.value(of: KernelCores.option)
    self.init(
      corpus, form: IndexedField.Form(rawValue: form) ?? .auto,
      Building(
        cores: KernelCores(rawValue: cores) ?? .one, path: try KernelPath.chosen(by: options),
        thresholds: try IndexThresholds(options), progress: options.progress))
  }

  init(_ corpus: FoldedCorpus, form: IndexedField.Form = .auto, _ building: Building = Building()) {
    self.corpus = corpus
    path = building.path
    limits = IndexLimits(rowCount: corpus.rowCount, building.thresholds)
    let text = corpus.profile.textFields
    (fields, (numbers, filter)) = building.cores.both {
      zip(text, corpus.fields).enumerated().map { index, field in
        IndexedField(
          field.1, mode: field.0.match, form: form,
          building.part(index, of: text.count, name: field.0.name))
      }
    } _: {
      (
        corpus.numbers.map { NumberIndex($0, path: building.path, building.thresholds.sets) },
        FilterIndex(corpus, path: building.path, building.thresholds.sets)
      )
    }
  }

  /// The size of the words or grams, numbers and filters.
  public var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.byteCount }
      + numbers.reduce(0) { $0 + $1.byteCount } + filter.byteCount
  }

  /// Which index each field has, and why.
  public var plan: String { fields.map { $0.plan }.joined(separator: "; ") }

  /// Scratch of one bit per row, five times.
  public func makeCursor() -> InvertedIndexCursor { InvertedIndexCursor(matcher: self) }
}

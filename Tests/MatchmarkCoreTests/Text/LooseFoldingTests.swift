import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("The folding loose")
struct LooseFoldingTests {
  private func fold(_ text: String, for mode: MatchMode = .contains) -> String {
    Folding.loose.fold(text, for: mode).text
  }

  private func finds(_ needle: String, in text: String, _ mode: MatchMode = .contains) -> Bool {
    Folding.loose.matchedRange(of: needle, in: text, mode) != nil
  }

  @Test(
    "A needle typed without the letters that a keyboard lacks finds the name",
    arguments: [
      ("istanbul", "İstanbul"), ("ısık", "Işık"), ("lodz", "Łódź"), ("dak lak", "Đắk Lắk"),
      ("oeuf", "Œuf"), ("usb", "ＵＳＢ"), ("がんだむ", "ｶﾞﾝﾀﾞﾑ"), ("がんだむ", "ガンダム"),
      ("ｶﾞﾝﾀﾞﾑ", "がんだむ"), ("ｶﾞﾝﾀﾞﾑ", "ガンダム"), ("ガンダム", "がんだむ"), ("ガンダム", "ｶﾞﾝﾀﾞﾑ"),
      ("كتاب", "كتـــاب"), ("الله", "ٱلله"), ("dont", "Don’t"), ("hawaii", "Hawaiʻi"),
      ("spiderman", "Spider\u{2011}Man"), ("spider-man", "Spider\u{2011}Man"), ("㎏", "10 kg"),
    ])
  func found(needle: String, text: String) {
    #expect(finds(needle, in: text))
  }

  @Test(
    "Letters that only look or sound alike are not found",
    arguments: [
      ("o", "0"), ("rn", "m"), ("kana", "kanji"), ("c++", "c"), ("か", "が"), ("u.s.a.", "usa"),
      ("at&t", "att"),
    ])
  func notFound(needle: String, text: String) {
    #expect(!finds(needle, in: text))
  }

  @Test("Every state of a Korean word on its way finds the word")
  func hangul() {
    for typed in ["ㅈ", "자", "장", "장ㅂ", "장바", "장박", "장바구", "장바군", "장바구니"] {
      #expect(finds(typed, in: "장바구니"), "\(typed)")
      #expect(finds(typed, in: "장바구니", .prefix), "\(typed)")
      #expect(finds(typed, in: "큰 장바구니", .wordPrefix), "\(typed)")
    }
    #expect(!finds("ㅏ", in: "장바구니", .prefix))
  }

  @Test("Where words begin, a dash separates them and an apostrophe stays in them")
  func wordPrefixes() {
    #expect(finds("man", in: "Spider-Man", .wordPrefix))
    #expect(!finds("spiderman", in: "Spider-Man", .wordPrefix))
    #expect(finds("spider man", in: "Spider\u{2013}Man", .wordPrefix))
    #expect(finds("brien", in: "O’Brien", .wordPrefix))
    #expect(finds("eau", in: "L\u{2BC}eau", .wordPrefix))
    #expect(!finds("dont", in: "Don’t", .wordPrefix))
    #expect(finds("don't", in: "Don’t", .wordPrefix))
  }

  @Test(
    "A text folds to these letters",
    arguments: [
      // Spacing accents: only the marks go on, and these two are apostrophes.
      ("カ゛", "が", "が"), ("a¨b", "ab", "ab"), ("a´b", "ab", "a'b"), ("a`b", "ab", "a'b"),
      ("\u{1FEF}\u{1FFD}", "", "''"), ("\u{309C}は\u{309C}", "\u{309A}ぱ", "\u{309A}ぱ"),
      // Compatibility forms, before and after case folding.
      ("ﬁ ㎏ ① ½ Ⅻ ™", "fi kg 1 1⁄2 xii tm", "fi kg 1 1⁄2 xii tm"), ("𝔄ẞϒ", "assυ", "assυ"),
      ("a\u{A0}b\u{3000}c", "a b c", "a b c"), ("ŀl ŉ", "ll n", "l l 'n"),
      // Letters that do not decompose.
      (
        "ŁłØøĐđÐðĦħŦŧıĸŊŋÆæŒœÞþ", "llooddddhhttiknnaeaeoeoethth", "llooddddhhttiknnaeaeoeoethth"
      ),
      ("ƑƒƁɓƊɗƘƙƳƴƝɲƵƶƗɨɄʉƐɛƆɔƏə", "ffbbddkkyynnzziiuueeooee", "ffbbddkkyynnzziiuueeooee"),
      // Arabic, Hebrew and Cyrillic.
      ("كتـــاب ٱآأإ ىیئ ک ةھ", "كتاب اااا ييي ك هھ", "كتاب اااا ييي ك هھ"),
      ("ךםןףץ", "כמנפצ", "כמנפצ"), ("Ёлка Йога", "елка иога", "елка иога"),
      // Kana: voicing and the long-vowel mark stay.
      ("ァヶヴヽヾ・ー", "ぁゖゔゝゞー", "ぁゖゔゝゞ ー"), ("ヷ", "わ\u{3099}", "わ\u{3099}"),
      ("ヿ㌀㋐", "ことあぱーとあ", "ことあぱーとあ"),
      // Hangul: clusters are two letters, doubled consonants one, and finals are no other letters.
      ("값", "ㄱㅏㅂㅅ", "ㄱㅏㅂㅅ"), ("ㅄ\u{11B9}\u{1121}", "ㅂㅅㅂㅅㅂㅅ", "ㅂㅅㅂㅅㅂㅅ"),
      ("괜", "ㄱㅗㅐㄴ", "ㄱㅗㅐㄴ"), ("깎", "ㄲㅏㄲ", "ㄲㅏㄲ"), ("ㄱ\u{1100}\u{11A8}ﾡ", "ㄱㄱㄱㄱ", "ㄱㄱㄱㄱ"),
      ("\u{1140}\u{11EB}\u{119E}", "ㅿ\u{11EB}ㆍ", "ㅿ\u{11EB}ㆍ"), ("㉮ ㈜", "ㄱㅏ (ㅈㅜ)", "ㄱㅏ (ㅈㅜ)"),
      // Apostrophes and dashes of every kind.
      (
        "'\u{2018}\u{2019}\u{201B}\u{2BB}\u{2BC}\u{2BD}\u{2BE}\u{2BF}\u{2EE}\u{A78B}\u{FF07}", "",
        "''''''''''''"
      ),
      ("a-b‐c–d—e−f·g・h", "abcdefgh", "a b c d e f g h"),
      ("  a \t-\u{2028}b-  ", "  a \t\u{2028}b  ", "a b"), (" - ", "  ", ""),
      ("か-\u{3099}", "が", "か \u{3099}"), ("c++ at&t u.s.a.", "c++ at&t u.s.a.", "c++ at&t u.s.a."),
      ("\u{FDFB}", "جل جلاله", "جل جلاله"),
      ("\u{FDFA}", "صلي الله عليه وسلم", "صلي الله عليه وسلم"),
      ("x\u{378}", "x\u{378}", "x\u{378}"), ("", "", ""),
    ])
  func folds(text: String, anywhere: String, words: String) {
    #expect(fold(text).scalarNames == anywhere.scalarNames)
    #expect(fold(text, for: .prefix).scalarNames == anywhere.scalarNames)
    #expect(fold(text, for: .equality).scalarNames == anywhere.scalarNames)
    #expect(fold(text, for: .wordPrefix).scalarNames == words.scalarNames)
  }

  @Test("A text of the scalar that grows most folds without loss, alone and among others")
  func capacity() {
    let scalar = "\u{FDFA}"
    let letters = "صلي الله عليه وسلم"
    for count in [1, 2, 1_365, SearchLimits.fieldSizeInBytes / 3] {
      let folded = Folding.loose.fold(String(repeating: scalar, count: count))
      let isWhole = folded == Array(String(repeating: letters, count: count).utf8)
      #expect(isWhole)
      #expect(folded.count == 33 * count)
    }
    for text in ["a", "Łódź ", "값괜", "か\u{3099}", "\u{316}"] {
      let expected = fold(text) + letters + fold(text) + letters
      #expect(fold(text + scalar + text + scalar).scalarNames == expected.scalarNames)
    }
    let count = SearchLimits.fieldSizeInBytes / 3
    let isWhole =
      fold(String(repeating: "\u{AF73}", count: count))
      == String(repeating: "ㄲㅗㅐㄹㅎ", count: count)
    #expect(isWhole)
  }

  @Test("The part of the text is marked whose letters are in the match, by whole characters")
  func marks() {
    func mark(_ needle: String, _ text: String, _ mode: MatchMode = .contains) -> String? {
      Folding.loose.matchedRange(of: needle, in: text, mode).map { range in
        String(decoding: Array(text.utf8)[range], as: UTF8.self)
      }
    }
    #expect(mark("ㅈ", "큰 장바구니") == "장")
    #expect(mark("ㅏㅇ", "큰 장바구니") == "장")
    #expect(mark("장바", "큰 장바구니") == "장바")
    #expect(mark("장ㅂ", "큰 장바구니") == "장바")
    #expect(mark("dont", "I Don’t") == "Don’t")
    #expect(mark("don", "I Don’t") == "Don")
    #expect(mark("spiderman", "Spider-Man 2") == "Spider-Man")
    #expect(mark("man", "- Spider - Man", .wordPrefix) == "Man")
    #expect(mark("spider man", "- Spider - Man -", .wordPrefix) == "Spider - Man")
    #expect(mark("b c", " a b c", .wordPrefix) == "b c")
    #expect(mark("ガ", "ｶﾞﾝﾀﾞﾑ") == "ｶﾞ")
    #expect(mark("e", "Œuf") == "Œ")
    #expect(mark("الله", "«\u{FDFA}»") == "\u{FDFA}")
    #expect(mark("'", "Don't", .wordPrefix) == nil)
    #expect(mark(" ", "- a b", .wordPrefix) == nil)
  }
}

@Suite("A query under the folding loose")
struct LooseQueryTests {
  private static let anywhere = TextField("name", .contains)
  private static let words = TextField("note", .wordPrefix)

  private func needles(
    _ text: String, fields: [TextField] = [anywhere, words], terms: TermMode = .phrase
  ) throws -> [[String]] {
    let profile = SearchProfile(name: "test", textFields: fields, folding: .loose).with {
      $0.terms = terms
    }
    let query = try ResolvedQuery(text: text, profile: profile)
    return (0..<query.termCount).map { term in
      [MatchMode.contains, .wordPrefix].map { mode in
        query.canOccur(term, in: mode)
          ? String(decoding: query.needle(term, for: mode), as: UTF8.self) : "nowhere"
      }
    }
  }

  @Test("A term has a needle for each mode that the profile uses")
  func twoNeedles() throws {
    #expect(try needles("Don’t") == [["dont", "don't"]])
    #expect(try needles("Spider-Man") == [["spiderman", "spider man"]])
    #expect(try needles("Łódź") == [["lodz", "lodz"]])
    #expect(
      try needles("a-b c'd", terms: .splitAND) == [["ab", "a b"], ["cd", "c'd"]])
    #expect(try needles("Don’t", fields: [Self.anywhere]) == [["dont", "dont"]])
  }

  @Test("Text of which contains leaves nothing is no term in any field")
  func noTerm() throws {
    for text in ["'", "-", "’–", "ـ", "´", "\u{301}"] {
      #expect(try needles(text) == [], "\(text)")
      #expect(try needles(text, fields: [Self.words]) == [], "\(text)")
    }
    #expect(try needles("a - 'b'", terms: .splitAND) == [["a", "a"], ["b", "'b'"]])
  }

  @Test("White space alone is a term, which occurs at no word")
  func whiteSpace() throws {
    #expect(try needles(" ") == [[" ", "nowhere"]])
    #expect(try needles(" - ") == [["  ", "nowhere"]])
  }

  @Test("A query of the greatest size of letters that grow is read in full")
  func longest() throws {
    let count = SearchLimits.querySizeInBytes / 3
    let text = String(repeating: "\u{FDFA}", count: count)
    for needle in try #require(try needles(text).first) { #expect(needle.utf8.count == 33 * count) }
  }
}

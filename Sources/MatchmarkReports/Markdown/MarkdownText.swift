/// Makes texts of a record safe in Markdown, where nearly every character can have a meaning.
///
/// Data is set as code: there no renderer looks for emphasis, links, mentions, issue numbers, emoji
/// or formulas. Plain names get backticks. Everything else gets a `code` element with character
/// references because no escaping of backticks and bars works in all renderers.
package enum MarkdownText {
  /// A text of a record; significant white space is made visible.
  package static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "–" }
    let isPlain = text.utf8.allSatisfy(isPlain) && text.first != " " && text.last != " "
    return isPlain ? "`\(text)`" : "<code>\(referenced(text))</code>"
  }

  /// A sentence of this program that may contain a text of a record; possible markup is escaped.
  package static func prose(_ text: String) -> String { referenced(text) }

  /// A command on separate lines, unchanged.
  package static func block(_ command: String) -> String {
    "<pre><code>\(referenced(command))</code></pre>"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  /// The text with every character that some renderer interprets as a numeric reference.
  ///
  /// A colon before a space stays: it starts neither an emoji nor an address.
  private static func referenced(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var previous: Unicode.Scalar?
    // The one link that needs no markup starts with `www`: the length of that prefix so far.
    var length = 0
    for scalar in text.unicodeScalars {
      if previous == ":" { result += scalar == " " ? ":" : "&#58;" }
      if isMarkup(scalar) || length == 3 && scalar == "." {
        result += "&#\(scalar.value);"
      } else if scalar != ":" {
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
      length = scalar == "w" ? min(length + 1, 3) : 0
    }
    if previous == ":" { result += "&#58;" }
    return result
  }

  private static func isMarkup(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "&", "<", ">", "`", "*", "_", "[", "]", "{", "}", "|", "\\", "~", "#", "@", "$": true
    default: false
    }
  }
}

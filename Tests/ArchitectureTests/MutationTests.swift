import Foundation
import Testing

/// The mutations that a hunt must find, and the page with their outcomes.
@Suite("Mutations")
struct MutationTests {
  private struct Mutation {
    /// Followed by `.option=value` if it is hunted with an option.
    var hunted: Substring
    var name: Substring
    var file: Substring
    var old = ""
    var new = ""

    var matcher: Substring { hunted.prefix { $0 != "." } }
  }

  private static func mutations(of list: String = "mutations") throws -> [Mutation] {
    var mutations: [Mutation] = []
    for line in try Repository.text(of: "Fixtures/mutations/\(list).txt").split(separator: "\n") {
      let last = mutations.count - 1
      if line.hasPrefix("#") {
        continue
      } else if line.hasPrefix("- ") {
        mutations[last].old += line.dropFirst(2) + "\n"
      } else if line.hasPrefix("+ ") {
        mutations[last].new += line.dropFirst(2) + "\n"
      } else {
        let words = line.split(separator: " ")
        try #require(words.count == 3, "\(line)")
        mutations.append(Mutation(hunted: words[0], name: words[1], file: words[2]))
      }
    }
    return mutations
  }

  @Test(
    "the text that a mutation replaces occurs exactly once in its file, and changes",
    arguments: ["mutations", "drawn"])
  func anchors(list: String) throws {
    for mutation in try Self.mutations(of: list) {
      let text = "\n" + (try Repository.text(of: String(mutation.file)))
      let count = text.components(separatedBy: "\n" + mutation.old).count - 1
      #expect(count == 1 && mutation.old != mutation.new, "\(mutation.name) in \(mutation.file)")
    }
  }

  @Test("every matcher has at least ten mutations with unique names")
  func counts() throws {
    let mutations = try Self.mutations()
    let ids = try Self.matcherIDs()
    #expect(
      ids == [
        "foundation-filter", "inverted-index", "linear-scan", "sorted-prefix",
        "sqlite-fts5-inprocess", "sqlite-like-inprocess",
      ])
    for id in ids {
      #expect(mutations.count { $0.matcher == id } >= 10, "\(id)")
    }
    #expect(mutations.allSatisfy { ids.contains($0.matcher) })
    #expect(Set(mutations.map(\.name)).count == mutations.count)
  }

  /// The ids in the matchers' descriptors, including those of a trait.
  private static func matcherIDs() throws -> Set<Substring> {
    let folders = ["Sources/MatchmarkMatchers/", "Sources/MatchmarkIncumbents/"]
    let files = try Repository.files().filter { path in
      folders.contains { path.hasPrefix($0) } && path.hasSuffix("Matcher.swift")
    }
    return try Set(
      files.flatMap { file in
        try Repository.text(of: file).matches(of: /\bid: "([a-z0-9-]+)"/).map { $0.output.1[...] }
      })
  }

  @Test("the page says for every mutation, in order, when it was found")
  func page() throws {
    let path = "Sources/MatchmarkCore/MatchmarkCore.docc/Mutations.md"
    let rows = try Repository.text(of: path).split(separator: "\n").filter { $0.hasPrefix("| `") }
    let told = rows.map { row in
      row.split(separator: " | ").prefix(3).joined(separator: " ").dropFirst(2)
    }
    #expect(told == (try Self.mutations().map { "`\($0.hunted)` \($0.name) `\($0.file)`"[...] }))
    for row in rows {
      #expect(
        row.wholeMatch(of: /.* \| [0-9]+ \| ([0-9.,]+ (µs|ms|s)|a crash) \|/) != nil, "\(row)")
    }
  }
}

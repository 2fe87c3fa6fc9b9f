import Testing

/// Each thing has one home, and its home has its name.
@Suite("Homes")
struct HomeTests {
  private static let sources = Result {
    try Repository.swiftFiles(under: "Sources").map { ($0.path, Declarations($0)) }
  }

  @Test("every type in Sources has a unique name")
  func names() throws {
    var homes: [String: [String]] = [:]
    // A type may be declared once for each platform.
    for (path, declarations) in try Self.sources.get() where !path.hasSuffix("+Darwin.swift") {
      for name in declarations.shared { homes[name, default: []].append(path) }
    }
    #expect(homes.count > 500)
    for (name, paths) in homes where paths.count > 1 {
      Issue.record("\(name) is declared in \(paths.sorted().joined(separator: ", "))")
    }
  }

  @Test("a file in Sources that declares no type is named after one that it extends")
  func files() throws {
    // One file does nothing but name the system's C library.
    for (path, declarations) in try Self.sources.get() where path != "Sources/LibC/LibC.swift" {
      let file = path.split(separator: "/").last ?? ""
      // `Type.swift` or `Type+Topic.swift`.
      let name = String(file.dropLast(".swift".count).prefix { $0 != "+" })
      if declarations.declaresType || declarations.extended.contains(name) { continue }
      Issue.record("\(path) extends \(declarations.extended.sorted()), and nothing called \(name)")
    }
  }

  @Test("every question in Architecture is answered by one type, in the room named there")
  func questions() throws {
    let homes = Homes.rows(
      in: try Repository.text(of: "Sources/MatchmarkCore/MatchmarkCore.docc/Architecture.md"))
    #expect(homes.count > 5)
    for home in homes {
      let paths = try Self.sources.get().filter { $0.1.shared.contains(home.type) }.map(\.0)
      #expect(paths.count == 1, "\(home.type), which answers: \(home.question)")
      #expect(
        paths.allSatisfy { $0.hasPrefix("Sources/Matchmark\(home.room)/") },
        "\(home.type) is in \(paths), not in \(home.room)")
    }
  }
}

/// The table of questions in the article on the architecture.
enum Homes {
  /// The rows: a question, the type that answers it, and that type's room.
  static func rows(in article: String) -> [(question: String, type: String, room: String)] {
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("| Question |") }
    return lines.prefix { $0.hasPrefix("|") }.dropFirst(2).compactMap { line in
      let cells = line.split(separator: "|").map { $0.filter { $0 != "`" } }
        .map { $0.drop { $0 == " " } }.map { $0.reversed().drop { $0 == " " }.reversed() }
        .map { String($0) }
      return cells.count == 3 ? (cells[0], cells[1], cells[2]) : nil
    }
  }
}

@Suite("The scanner of homes")
struct HomeScannerTests {
  @Test("finds types and extensions at the top level, but no nested or imported ones")
  func declarations() {
    let file = SourceFile(
      path: "A.swift",
      text: """
        import struct A.B
        #if os(Linux)
          package struct C<T> { struct D {} }
        #endif
        private enum E { case f }
        extension G.H where I == J { typealias K = Int }
        @Suite("struct L") final class M: N {}
        private let o = 1
        protocol P: AnyObject {}
        """)
    let declarations = Declarations(file)
    #expect(declarations.shared == ["C", "M", "P"])
    #expect(declarations.own == ["E"])
    #expect(declarations.extended == ["G", "H", "G.H"])
  }

  @Test("reads the rows of a table")
  func rows() {
    let rows = Homes.rows(
      in: """
        | a | b | c |
        | Question | Type | Room |
        |---|---|---|
        | How? | `D` | E |

        | f | g | h |
        """)
    #expect(rows.count == 1)
    #expect(rows.first.map { [$0.question, $0.type, $0.room] } == ["How?", "D", "E"])
  }
}

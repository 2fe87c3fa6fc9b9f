import Testing

@Suite("Forbidden words")
struct ForbiddenWordsTests {
  @Test("Sources have no traps, no forced unwraps and no vague type names")
  func words() throws {
    for file in try Repository.swiftFiles(under: "Sources") {
      for (line, code) in file.code.enumerated() {
        for finding in ForbiddenWords.findings(in: code) {
          Issue.record("\(file.place(line)): \(finding)")
        }
      }
    }
  }

  @Test("no file has a vague name")
  func names() throws {
    #expect(try Repository.files().filter(ForbiddenWords.isVague) == [])
  }

  @Test("unsafe code is only in libxml2's folder, the system room, kernels and the barrier")
  func unsafeCode() throws {
    for file in try Repository.swiftFiles(under: "Sources")
    where !ForbiddenWords.mayBeUnsafe(path: file.path) {
      for (line, code) in file.code.enumerated() where ForbiddenWords.hasUnsafe(code) {
        Issue.record("\(file.place(line)): unsafe code in a safe room")
      }
    }
  }

  @Test("tests import package declarations, not internal ones")
  func testability() throws {
    for file in try Repository.swiftFiles(under: "Tests") {
      for (line, code) in file.code.enumerated() where code.contains("@testable") {
        Issue.record("\(file.place(line)): @testable, which a release build does not have")
      }
    }
  }

  @Test("only test targets of the manifest have unsafe flags")
  func manifest() throws {
    let text = try Repository.text(of: "Package.swift")
    let manifest = SourceFile(path: "Package.swift", text: text)
    #expect(manifest.code.flatMap(ForbiddenWords.findings) == ["unsafeFlags"])
    let flags = #"["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when("#
    #expect(text.contains(flags))
    for line in text.split(separator: "\n") where line.contains("swiftSettings: unoptimised") {
      #expect(line.contains("path: \"Tests/") || line.contains(".testTarget("), "\(line)")
    }
  }
}

@Suite("The word scanner")
struct WordScannerTests {
  @Test(
    "notices what is forbidden",
    arguments: [
      "let a = try! b()", "let a = b as! C", "fatalError()", "struct A: @unchecked Sendable {}",
      "nonisolated(unsafe) var a = 1", "a!.b()", "a()!", "a[0]!", "var a: Int!", "f(a!, b)",
      "swiftSettings: [.unsafeFlags([])]", "enum StringUtils {}", "struct IndexManager {}",
    ])
  func forbidden(code: String) {
    #expect(!ForbiddenWords.findings(in: code).isEmpty)
  }

  @Test(
    "accepts everything else",
    arguments: [
      "if !a { }", "a != b", "a!=b", "f(!a)", "[!a]", "#if !DEBUG", "try? a()", "a as? B",
      "FileManager.default", "precondition(a)", "@Sendable",
    ])
  func allowed(code: String) {
    #expect(ForbiddenWords.findings(in: code) == [])
  }

  @Test("blanks comments and strings, but not interpolations")
  func mask() {
    let text = ##"""
      a // b!
      /* c! /* d! */ e! */ f
      "g! \" \(h + "i!") j!" k
      #"l! \(m) \#(n)"# o
      """
        p! "q!" \(r)
      """ s
      """##
    let words = Token.tokens(of: SourceFile(path: "A.swift", text: text).code).map(\.text)
    #expect(words.filter { $0.contains(/\w/) } == ["a", "f", "h", "k", "n", "o", "r", "s"])
    #expect(!words.contains("!"))
  }

  @Test(
    "knows where unsafe code is allowed",
    arguments: [
      ("Sources/MatchmarkCore/A.swift", false),
      ("Sources/MatchmarkReports/A.swift", false),
      ("Sources/MatchmarkReports/XML/A.swift", true),
      ("Sources/MatchmarkSystem/Clock/A.swift", true),
      ("Sources/MatchmarkMatchers/LinearScan/KernelSearch.swift", true),
      ("Sources/MatchmarkMatchers/LinearScan/Bitmap+KernelSearch.swift", true),
      ("Sources/MatchmarkMatchers/Kernel/A.swift", false),
      ("Sources/MatchmarkMeasurement/Barrier.swift", true),
      ("Sources/MatchmarkMeasurement/Sampler.swift", false),
    ])
  func unsafeRooms(path: String, isAllowed: Bool) {
    #expect(ForbiddenWords.mayBeUnsafe(path: path) == isAllowed)
    #expect(ForbiddenWords.hasUnsafe("let a = unsafe b()"))
    #expect(!ForbiddenWords.hasUnsafe("let a = unsafeness"))
  }
}

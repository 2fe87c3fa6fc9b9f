import Testing

@Suite("Layers")
struct LayerTests {
  @Test("Every source file imports only what its target's row in the table of layers allows")
  func imports() throws {
    for file in try Repository.swiftFiles(under: "Sources") {
      for (line, module) in Layers.imports(in: file) where !Layers.allow(module, in: file.path) {
        Issue.record("\(file.place(line)): '\(module)' is not for this folder")
      }
    }
  }

  @Test("Unsafe code occurs only in libxml2's folder, the system room, kernels and the barrier")
  func unsafeCode() throws {
    for file in try Repository.swiftFiles(under: "Sources")
    where !Layers.allowUnsafe(in: file.path) {
      for (line, code) in file.code.enumerated() where Layers.isUnsafe(code) {
        Issue.record("\(file.place(line)): unsafe code in a safe room")
      }
    }
  }

  @Test("Package.swift matches the table of layers exactly")
  func manifest() throws {
    let declared = Layers.declared(in: try Repository.text(of: "Package.swift"))
    #expect(Set(declared.keys) == Set(Layers.table.keys))
    for (target, row) in Layers.table { #expect(declared[target] == row, "\(target)") }
  }

  @Test("Every folder of Sources is a target in the table of layers, and every target has a folder")
  func folders() throws {
    let folders = try Repository.files().filter { $0.hasPrefix("Sources/") }
      .compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) }
    #expect(Set(folders) == Set(Layers.table.keys))
  }

  @Test("The table of layers has no cycle")
  func cycles() {
    var left = Layers.table
    while let free = left.first(where: { row in row.value.allSatisfy { left[$0] == nil } }) {
      left[free.key] = nil
    }
    #expect(left.isEmpty)
  }
}

@Suite("The rules of layers")
struct LayerRuleTests {
  @Test("The layer check finds imports of every form, but none in comments or strings")
  func imports() {
    let file = SourceFile(
      path: "Sources/MatchmarkCore/A.swift",
      text: """
        public import A
        @preconcurrency internal import B
        import struct C.D
        // import E
        let text = "import F"
          import G
        """)
    #expect(Layers.imports(in: file).map(\.module) == ["A", "B", "C", "G"])
    #expect(Layers.imports(in: file).map(\.line) == [0, 1, 2, 5])
  }

  @Test(
    "A target may import only what its row and the rules for folders allow",
    arguments: [
      ("MatchmarkCore", "MatchmarkCore/A.swift", false),
      ("FoundationEssentials", "MatchmarkCore/A.swift", false),
      ("FoundationEssentials", "MatchmarkJSON/A.swift", false),
      ("FoundationEssentials", "MatchmarkSession/A.swift", false),
      ("FoundationEssentials", "MatchmarkConformance/A.swift", false),
      ("FoundationEssentials", "MatchmarkTesting/A.swift", false),
      ("FoundationEssentials", "MatchmarkRecord/A.swift", true),
      ("Foundation", "MatchmarkMatchers/A.swift", false),
      ("MatchmarkMatchers", "MatchmarkConformance/A.swift", false),
      ("CLibXML2", "MatchmarkReports/A.swift", false),
      ("CLibXML2", "MatchmarkReports/XML/A.swift", true),
      ("FoundationEssentials", "MatchmarkDatasets/Loaders/A.swift", false),
      ("Foundation", "MatchmarkHarness/A.swift", true),
      ("Glibc", "MatchmarkRecord/A.swift", false),
      ("Glibc", "MatchmarkSystem/A.swift", false),
      ("Glibc", "LibC/A.swift", true),
      ("Yams", "MatchmarkDatasets/Files/A.swift", true),
      ("Yams", "MatchmarkCommand/A.swift", false),
      ("Elsewhere", "MatchmarkCommand/A.swift", false),
    ])
  func table(module: String, path: String, isAllowed: Bool) {
    #expect(Layers.allow(module, in: "Sources/\(path)") == isAllowed)
  }

  @Test(
    "Unsafe code is recognised by its mark, and only some files may contain it",
    arguments: [
      ("Sources/MatchmarkCore/A.swift", false),
      ("Sources/MatchmarkReports/A.swift", false),
      ("Sources/MatchmarkReports/XML/A.swift", true),
      ("Sources/MatchmarkSystem/Clock/A.swift", true),
      ("Sources/MatchmarkMatchers/LinearScan/KernelSearch.swift", true),
      ("Sources/MatchmarkMatchers/LinearScan/Bitmap+KernelSearch.swift", true),
      ("Sources/MatchmarkCore/Text/KernelFolding.swift", true),
      ("Sources/MatchmarkMatchers/Kernel/A.swift", false),
      ("Sources/MatchmarkEngines/Window/Barrier.swift", true),
      ("Sources/MatchmarkEngines/Window/TimedWindow.swift", false),
    ])
  func unsafeRooms(path: String, isAllowed: Bool) {
    #expect(Layers.allowUnsafe(in: path) == isAllowed)
    #expect(Layers.isUnsafe("let a = unsafe b()") && Layers.isUnsafe("nonisolated(unsafe) var a"))
    #expect(!Layers.isUnsafe("let a = unsafeness") && !Layers.isUnsafe("\"'unsafe-inline'\""))
  }

  @Test("The layer check reads the dependencies of each target from a manifest")
  func manifest() {
    let rows = Layers.declared(
      in: """
        func room(_ name: String) {}
        room("A"),
        room(
          "B",
          "A", yams),
        .executableTarget(
          name: "matchmark", dependencies: ["B"]),
        """)
    #expect(rows == ["A": [], "B": ["A", "Yams"], "matchmark": ["B"]])
  }
}

// swift-tools-version: 6.3
import PackageDescription

/// One list of settings for every Swift target: the compiler is the first reviewer.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// A library room: what it may import is exactly what stands here (a test holds the same table).
func room(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// Settings of tests: unoptimised, also where what they test is optimised.
///
/// Most of their code runs once, so optimising it would take longer than it saves; so would facts for
/// a debugger, and a module that is emitted before its code. A debug build has the usual settings. No
/// product has such a target, so other packages may still depend on this one by version.
let unoptimised =
  strict + [
    .unsafeFlags(
      ["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: unoptimised)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
/// Built, and even fetched, only with the trait.
let grdb = Target.Dependency.product(
  name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"]))

let package = Package(
  name: "matchmark",
  // The command needs Synchronization, which macOS 15 first has. The libraries of apps and tests need
  // less: `Tests/apple/run` type-checks all but MatchmarkTesting. None has been run on these systems.
  platforms: [
    .macOS("15.0"), .iOS("13.0"), .tvOS("13.0"), .watchOS("6.0"), .visionOS("1.0"),
  ],
  products: [
    .executable(name: "matchmark", targets: ["matchmark"]),
    // The libraries of an app: no Foundation, no libxml2.
    .library(name: "Matchmark", targets: ["MatchmarkCore", "MatchmarkMatchers"]),
    // The libraries of a matcher's tests: no Foundation either.
    .library(
      name: "MatchmarkTesting",
      targets: [
        "MatchmarkTesting", "MatchmarkConformance", "MatchmarkSession", "MatchmarkJSON",
        "MatchmarkCore",
      ]),
    // The whole command, for one more matcher.
    .library(name: "MatchmarkCommand", targets: ["MatchmarkCommand", "MatchmarkCore"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "Matchers over SQLite, through GRDB."),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .target(name: "CCases"),
    .target(name: "CProcess"),
    .target(name: "CSerialTasks"),
    .target(name: "CScan", exclude: ["kernel.inc"]),
    // The C library under one name on every system.
    room("LibC"),
    room("MatchmarkCore"),
    room("MatchmarkJSON", "MatchmarkCore"),
    room("MatchmarkSystem", "CProcess", "LibC"),
    room("MatchmarkSession", "MatchmarkCore", "MatchmarkJSON"),
    room("MatchmarkRecord", "MatchmarkCore", "MatchmarkJSON", "MatchmarkSystem"),
    room("MatchmarkConformance", "CCases", "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession"),
    room(
      "MatchmarkTesting",
      "CSerialTasks", "MatchmarkCore", "MatchmarkConformance", "MatchmarkSession"),
    room(
      "MatchmarkDatasets",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkSystem", yams),
    room("MatchmarkMatchers", "CScan", "MatchmarkCore"),
    room("MatchmarkIncumbents", "MatchmarkCore", grdb),
    room(
      "MatchmarkEngines",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkRecord", "MatchmarkSystem"),
    room(
      "MatchmarkReports",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkRecord", "MatchmarkSystem",
      "CLibXML2"),
    room(
      "MatchmarkHarness",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkDatasets",
      "MatchmarkConformance",
      "MatchmarkRecord", "MatchmarkEngines", "MatchmarkSystem"),
    room(
      "MatchmarkCommand",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSystem", "MatchmarkSession",
      "MatchmarkRecord",
      "MatchmarkConformance", "MatchmarkDatasets", "MatchmarkMatchers", "MatchmarkIncumbents",
      "MatchmarkEngines", "MatchmarkReports", "MatchmarkHarness", argumentParser),
    .executableTarget(
      name: "matchmark", dependencies: ["MatchmarkCommand"], swiftSettings: strict),

    .target(
      name: "MatchmarkTestSupport",
      dependencies: [
        "CLibXML2", "MatchmarkCore", "MatchmarkSession", "MatchmarkConformance",
      ],
      path: "Tests/MatchmarkTestSupport", swiftSettings: strict),
    .target(
      name: "RecordSupport", dependencies: ["MatchmarkEngines", "MatchmarkRecord"],
      path: "Tests/RecordSupport", swiftSettings: strict),
    .target(
      name: "DatasetsSupport", dependencies: ["MatchmarkCore", "MatchmarkDatasets"],
      path: "Tests/DatasetsSupport", swiftSettings: strict),
    tests("MatchmarkCoreTests", "MatchmarkCore", "MatchmarkTestSupport"),
    tests("MatchmarkJSONTests", "MatchmarkCore", "MatchmarkJSON"),
    tests("MatchmarkSystemTests", "MatchmarkSystem", "MatchmarkTestSupport"),
    tests(
      "MatchmarkSessionTests",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkTestSupport"),
    tests(
      "MatchmarkRecordTests",
      "MatchmarkCore", "MatchmarkSystem", "MatchmarkRecord", "MatchmarkTestSupport",
      "RecordSupport"),
    tests(
      "MatchmarkDatasetsTests",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkDatasets", "MatchmarkTestSupport",
      "DatasetsSupport"),
    tests(
      "MatchmarkMatchersTests",
      "CScan", "MatchmarkCore", "MatchmarkSession", "MatchmarkConformance", "MatchmarkDatasets",
      "MatchmarkMatchers", "MatchmarkIncumbents", "MatchmarkTestSupport"),
    tests(
      "MatchmarkConformanceTests",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkConformance",
      "MatchmarkMatchers", "MatchmarkIncumbents", "MatchmarkTestSupport"),
    tests(
      "MatchmarkEnginesTests",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSystem", "MatchmarkRecord",
      "MatchmarkSession",
      "MatchmarkDatasets", "MatchmarkConformance", "MatchmarkMatchers", "MatchmarkEngines",
      "MatchmarkTestSupport", "DatasetsSupport", "RecordSupport", "faulty-engine"),
    tests(
      "MatchmarkReportsTests",
      "MatchmarkCore", "MatchmarkRecord", "MatchmarkSystem", "MatchmarkReports",
      "MatchmarkTestSupport"),
    tests(
      "MatchmarkHarnessTests",
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkDatasets",
      "MatchmarkConformance",
      "MatchmarkRecord", "MatchmarkSystem", "MatchmarkMatchers", "MatchmarkEngines",
      "MatchmarkHarness", "MatchmarkTestSupport", "faulty-engine"),
    tests(
      "MatchmarkTestingTests",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkConformance", "MatchmarkMatchers",
      "MatchmarkTesting", "MatchmarkTestSupport"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "MatchmarkCore", "MatchmarkSession", "MatchmarkDatasets", "MatchmarkConformance",
        "MatchmarkMatchers", "MatchmarkRecord", "MatchmarkEngines", "MatchmarkHarness",
        "MatchmarkReports", "MatchmarkCommand", "MatchmarkSystem", "MatchmarkTestSupport",
        "DatasetsSupport",
      ],
      path: "Tests/FuzzTargets", swiftSettings: unoptimised),
    tests(
      "FuzzTests", "FuzzTargets", "MatchmarkRecord", "MatchmarkReports", "MatchmarkTestSupport"),
    tests("ArchitectureTests", "MatchmarkTestSupport"),
    tests(
      "CommandLineTests",
      "MatchmarkCommand", "MatchmarkConformance", "MatchmarkCore", "MatchmarkDatasets",
      "MatchmarkEngines", "MatchmarkHarness", "MatchmarkJSON", "MatchmarkMatchers",
      "MatchmarkRecord", "MatchmarkReports", "MatchmarkSession", "MatchmarkSystem",
      "MatchmarkTestSupport", "faulty-engine", "matchmark", "matchmark-dev", "matchmark-faulty",
      "DatasetsSupport", "RecordSupport", yams),
    // The proofs of the project and the makers of its pages; in no product.
    .executableTarget(
      name: "matchmark-dev",
      dependencies: [
        "MatchmarkCore", "MatchmarkSystem", "MatchmarkSession", "MatchmarkRecord",
        "MatchmarkConformance", "MatchmarkDatasets", "MatchmarkMatchers", "MatchmarkEngines",
        "MatchmarkHarness", "MatchmarkReports", "MatchmarkCommand", "MatchmarkTestSupport",
        "DatasetsSupport", "RecordSupport", argumentParser,
      ],
      path: "Tests/matchmark-dev", swiftSettings: unoptimised),
    .executableTarget(
      name: "matchmark-faulty",
      dependencies: [
        "MatchmarkCore", "MatchmarkSystem", "MatchmarkMatchers", "MatchmarkCommand",
        "MatchmarkTestSupport",
      ],
      path: "Tests/matchmark-faulty", swiftSettings: unoptimised),
    .executableTarget(
      name: "faulty-engine",
      dependencies: [
        "MatchmarkCore", "MatchmarkSystem", "MatchmarkRecord", "MatchmarkDatasets",
        "MatchmarkEngines", "MatchmarkMatchers", "MatchmarkTestSupport", "DatasetsSupport",
      ],
      path: "Tests/faulty-engine", swiftSettings: unoptimised),
  ],
  swiftLanguageModes: [.v6]
)

// Links only where everything is compiled for libFuzzer, as scripts/fuzz does.
if Context.environment["MATCHMARK_FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "matchmark-fuzz", dependencies: ["CFuzzer", "FuzzTargets"],
      path: "Tests/matchmark-fuzz", swiftSettings: strict),
  ]
}

// The tests of one target and what they need, as `scripts/test --fast` builds them.
if let tests = Context.environment["MATCHMARK_TESTS_OF"] {
  var needed: Set<String> = []
  var open = [tests]
  while let name = open.popLast() {
    guard needed.insert(name).inserted else { continue }
    open +=
      package.targets.first { $0.name == name }?.dependencies.compactMap {
        if case .byNameItem(let name, _) = $0 { name } else { nil }
      } ?? []
  }
  package.targets.removeAll { !needed.contains($0.name) }
  // Nothing of the command itself is slow to run, and optimising it takes half a minute.
  package.targets.first { $0.name == "MatchmarkCommand" }?.swiftSettings = unoptimised
  package.products = []
}

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

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
  name: "matchmark",
  platforms: [.macOS("26.0")],
  products: [
    .executable(name: "matchmark", targets: ["matchmark"]),
    // What an app takes: no Foundation, no libxml2.
    .library(name: "Matchmark", targets: ["MatchmarkCore", "MatchmarkMatchers"]),
    // What the tests of a matcher take.
    .library(
      name: "MatchmarkTesting",
      targets: ["MatchmarkTesting", "MatchmarkConformance", "MatchmarkCore"]),
    // The whole command, for one more matcher.
    .library(name: "MatchmarkCommand", targets: ["MatchmarkCommand", "MatchmarkCore"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .target(name: "CCases"),
    room("MatchmarkCore"),
    room("MatchmarkSystem"),
    room("MatchmarkSession", "MatchmarkCore"),
    room("MatchmarkMeasurement", "MatchmarkCore", "MatchmarkSystem"),
    room("MatchmarkConformance", "CCases", "MatchmarkCore", "MatchmarkSession"),
    room("MatchmarkTesting", "MatchmarkCore", "MatchmarkConformance"),
    room("MatchmarkDatasets", "MatchmarkCore", "MatchmarkSession"),
    room("MatchmarkMatchers", "MatchmarkCore"),
    room("MatchmarkPeers", "MatchmarkCore"),
    room(
      "MatchmarkReports",
      "MatchmarkCore", "MatchmarkMeasurement", "MatchmarkSystem", "CLibXML2"),
    room(
      "MatchmarkHarness",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkDatasets", "MatchmarkConformance",
      "MatchmarkMeasurement", "MatchmarkSystem"),
    room(
      "MatchmarkCommand",
      "MatchmarkCore", "MatchmarkSystem", "MatchmarkSession", "MatchmarkMeasurement",
      "MatchmarkConformance", "MatchmarkDatasets", "MatchmarkMatchers", "MatchmarkPeers",
      "MatchmarkReports", "MatchmarkHarness", argumentParser, yams),
    .executableTarget(
      name: "matchmark", dependencies: ["MatchmarkCommand"], swiftSettings: strict),

    .target(
      name: "MatchmarkTestSupport",
      dependencies: ["MatchmarkCore", "MatchmarkSession", "MatchmarkConformance"],
      path: "Tests/MatchmarkTestSupport", swiftSettings: strict),
    tests("MatchmarkCoreTests", "MatchmarkCore", "MatchmarkTestSupport"),
    tests("MatchmarkSystemTests", "MatchmarkSystem", "MatchmarkTestSupport"),
    tests("MatchmarkSessionTests", "MatchmarkCore", "MatchmarkSession", "MatchmarkTestSupport"),
    tests(
      "MatchmarkMeasurementTests",
      "MatchmarkCore", "MatchmarkSystem", "MatchmarkMeasurement", "MatchmarkTestSupport"),
    tests(
      "MatchmarkDatasetsTests",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkDatasets", "MatchmarkTestSupport"),
    tests(
      "MatchmarkMatchersTests",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkConformance", "MatchmarkDatasets",
      "MatchmarkMatchers", "MatchmarkPeers", "MatchmarkTestSupport"),
    tests(
      "MatchmarkConformanceTests",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkConformance", "MatchmarkMatchers",
      "MatchmarkPeers", "MatchmarkTestSupport"),
    tests(
      "MatchmarkReportsTests",
      "MatchmarkCore", "MatchmarkMeasurement", "MatchmarkSystem", "MatchmarkReports",
      "MatchmarkTestSupport"),
    tests(
      "MatchmarkHarnessTests",
      "MatchmarkCore", "MatchmarkSession", "MatchmarkDatasets", "MatchmarkConformance",
      "MatchmarkMeasurement", "MatchmarkSystem", "MatchmarkMatchers", "MatchmarkHarness",
      "MatchmarkTestSupport"),
    tests(
      "MatchmarkTestingTests",
      "MatchmarkCore", "MatchmarkConformance", "MatchmarkMatchers", "MatchmarkTesting",
      "MatchmarkTestSupport"),
    tests("ArchitectureTests", "MatchmarkTestSupport"),
    tests(
      "CommandLineTests",
      "MatchmarkCore", "MatchmarkMeasurement", "MatchmarkReports", "MatchmarkTestSupport",
      "matchmark", "matchmark-faulty"),
    .executableTarget(
      name: "matchmark-faulty",
      dependencies: [
        "MatchmarkCore", "MatchmarkMatchers", "MatchmarkCommand", "MatchmarkTestSupport",
      ],
      path: "Tests/matchmark-faulty", swiftSettings: strict),
    .executableTarget(
      name: "junit-throughput", dependencies: ["MatchmarkReports", "MatchmarkSystem"],
      path: "Benchmarks/JUnitThroughput", exclude: ["text-writer.c", "lxml-xmlfile.py"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Starter",
  platforms: [.macOS("15.0")],
  dependencies: [.package(name: "matchmark", path: "../..")],
  targets: [
    .target(name: "Starter"),
    .testTarget(
      name: "StarterTests",
      dependencies: ["Starter", .product(name: "MatchmarkTesting", package: "matchmark")]),
  ]
)

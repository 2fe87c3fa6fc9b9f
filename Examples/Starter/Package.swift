// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Starter",
  platforms: [.macOS("15.0")],
  products: [.library(name: "Starter", targets: ["Starter"])],
  dependencies: [
    .package(name: "matchmark", path: "../..")
  ],
  targets: [
    .target(name: "Starter", dependencies: [.product(name: "Matchmark", package: "matchmark")]),
    .executableTarget(
      name: "StarterCommand",
      dependencies: ["Starter", .product(name: "MatchmarkCommand", package: "matchmark")]),
    .testTarget(
      name: "StarterTests",
      dependencies: ["Starter", .product(name: "MatchmarkTesting", package: "matchmark")]),
  ]
)

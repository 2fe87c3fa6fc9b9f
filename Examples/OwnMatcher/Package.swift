// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnMatcher",
  platforms: [.macOS("15.0")],
  products: [.library(name: "OwnMatcher", targets: ["OwnMatcher"])],
  dependencies: [.package(name: "matchmark", path: "../..")],
  targets: [
    .target(
      name: "OwnMatcher", dependencies: [.product(name: "Matchmark", package: "matchmark")]),
    .testTarget(
      name: "OwnMatcherTests",
      dependencies: ["OwnMatcher", .product(name: "MatchmarkTesting", package: "matchmark")]),
  ]
)

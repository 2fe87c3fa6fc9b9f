// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnCommand",
  platforms: [.macOS("15.0")],
  dependencies: [
    .package(name: "matchmark", path: "../.."), .package(name: "OwnMatcher", path: "../OwnMatcher"),
  ],
  targets: [
    .executableTarget(
      name: "OwnCommand",
      dependencies: [.product(name: "MatchmarkCommand", package: "matchmark")]),
    .executableTarget(
      name: "OwnTypeCommand",
      dependencies: [
        .product(name: "MatchmarkCommand", package: "matchmark"),
        .product(name: "OwnMatcher", package: "OwnMatcher"),
      ]),
  ]
)

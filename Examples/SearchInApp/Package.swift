// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "SearchInApp",
  platforms: [.macOS("15.0"), .iOS("17.0")],
  dependencies: [.package(name: "matchmark", path: "../..")],
  targets: [
    .executableTarget(
      name: "SearchInApp",
      dependencies: [.product(name: "Matchmark", package: "matchmark")])
  ]
)

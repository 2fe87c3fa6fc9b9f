// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "SearchInApp",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "matchmark", path: "../..")],
  targets: [
    .executableTarget(
      name: "SearchInApp",
      dependencies: [.product(name: "Matchmark", package: "matchmark")])
  ]
)

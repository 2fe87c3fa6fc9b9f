// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "TemplateSwift",
  platforms: [.macOS("15.0")],
  dependencies: [.package(name: "matchmark", path: "../../..")],
  targets: [
    .executableTarget(
      name: "TemplateSwift",
      dependencies: [.product(name: "MatchmarkCommand", package: "matchmark")])
  ]
)

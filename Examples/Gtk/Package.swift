// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that using NightKit does not require GTK.
let package = Package(
  name: "GtkExample",
  dependencies: [.package(name: "nightd", path: "../..")],
  targets: [
    .systemLibrary(name: "CGtk4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .executableTarget(
      name: "GtkExample",
      dependencies: ["CGtk4", .product(name: "NightKit", package: "nightd")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),
  ]
)

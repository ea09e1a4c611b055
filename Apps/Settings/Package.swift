// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// A separate package, so that nightd and nightctl do not require GTK.
let package = Package(
  name: "nightd-settings",
  products: [.executable(name: "nightd-settings", targets: ["nightd-settings"])],
  dependencies: [.package(name: "nightd", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CAdwaita",
      pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"])]
    ),
    .target(name: "SettingsModel", swiftSettings: settings),
    .target(
      name: "Desk",
      dependencies: ["SettingsModel", .product(name: "NightKit", package: "nightd")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "nightd-settings",
      dependencies: [
        "CAdwaita", "Desk", "SettingsModel", .product(name: "NightKit", package: "nightd"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SettingsModelTests",
      dependencies: ["Desk", "SettingsModel"],
      swiftSettings: settings
    ),
  ]
)

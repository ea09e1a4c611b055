// swift-tools-version: 6.2
import PackageDescription

// Every target is built with the same rules. There are no unsafe flags here, so that any package
// may depend on this one; how the programs are linked stands in the Makefile.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// What searches for faults by chance has no `main` of its own and is built for nothing else:
// `make fuzz` asks for it. The same bodies are tests on the inputs that are kept.
let fuzzDependencies: [Target.Dependency] = [
  "CDBus", "NightBus", "NightClient", "NightContract", "NightCore", "NightDaemon", "NightStore",
  "TestSupport",
]
let fuzz: Target =
  Context.environment["NIGHTD_FUZZ"] == nil
  ? .testTarget(
    name: "FuzzTests",
    dependencies: fuzzDependencies,
    path: "Tests/Fuzz",
    exclude: ["Engine", "corpus", "regressions", "words.dict"],
    sources: ["Targets", "Corpus"],
    swiftSettings: settings
  )
  : .executableTarget(
    name: "nightd-fuzz",
    dependencies: fuzzDependencies,
    path: "Tests/Fuzz",
    exclude: ["Corpus", "corpus", "regressions", "words.dict"],
    sources: ["Targets", "Engine"],
    swiftSettings: settings
  )

// A program for each of five theming designs, and the files beside its source.
let designs: [(name: String, files: [String])] = [
  ("Table", ["colors.txt"]),
  ("Folders", ["theme"]),
  ("Manager", []),
  ("Parents", ["AppStyle-ButtonStyle.json", "AppStyle-LabelStyle.json", "Themes.json"]),
  ("Provider", []),
]
let designExamples: [Target] = designs.map { design in
  .executableTarget(
    name: design.name + "Example",
    dependencies: ["ExampleScreen", "NightKit"],
    path: "Examples/Designs/" + design.name,
    exclude: design.files,
    swiftSettings: settings
  )
}

let package = Package(
  name: "nightd",
  products: [
    .library(name: "NightKit", targets: ["NightKit"]),
    .library(name: "nightkit", type: .dynamic, targets: ["NightKitC"]),
    .executable(name: "nightd", targets: ["nightd"]),
    .executable(name: "nightctl", targets: ["nightctl"]),
    .executable(name: "nightd-icon", targets: ["nightd-icon"]),
  ],
  targets: [
    .systemLibrary(
      name: "CDBus",
      pkgConfig: "dbus-1",
      providers: [.apt(["libdbus-1-dev", "pkg-config"])]
    ),
    .systemLibrary(name: "CFiles"),
    .systemLibrary(name: "CYaml"),
    .target(name: "CArguments"),
    // Reads TOML with toml++, a library of headers.
    .target(name: "CToml"),
    // Loads GLib's library GIO only when nightctl uses it.
    .target(name: "CSettings"),
    .target(name: "NightBus", dependencies: ["CDBus"], swiftSettings: settings),
    .target(name: "NightCore", swiftSettings: settings),
    .target(
      name: "NightPrograms",
      dependencies: ["NightCore"],
      swiftSettings: settings
    ),
    .target(
      name: "NightContract",
      dependencies: ["NightBus", "NightCore"],
      swiftSettings: settings
    ),
    .target(
      name: "NightStore",
      dependencies: ["CFiles", "NightCore"],
      swiftSettings: settings
    ),
    .target(
      name: "NightDaemon",
      dependencies: ["NightBus", "NightContract", "NightCore", "NightStore", "NightPrograms"],
      swiftSettings: settings
    ),
    .target(
      name: "NightClient",
      dependencies: ["NightBus", "NightContract", "NightCore"],
      swiftSettings: settings
    ),
    .target(
      name: "NightKit",
      dependencies: ["NightBus", "NightClient", "NightContract", "NightCore", "NightStore"],
      swiftSettings: settings
    ),
    .systemLibrary(name: "CNightKit"),
    .target(
      name: "NightKitC",
      dependencies: ["CNightKit", "NightBus", "NightKit"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "nightd",
      dependencies: ["CArguments", "NightDaemon"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "nightctl",
      dependencies: [
        "CArguments", "CSettings", "CToml", "CYaml", "NightBus", "NightClient", "NightContract",
        "NightCore",
        "NightStore", "NightPrograms",
      ],
      swiftSettings: settings,
      // By its file's name, since what is only called yaml is the shared one, which each start
      // would have to load.
      linkerSettings: [.linkedLibrary(":libyaml.a")]
    ),

    // The icon belongs to the settings window, but needs no GTK, and uses declarations that only
    // this package can see. The window's package builds the same sources as a part of SettingsModel,
    // because no two packages may have a target of the same name.
    .target(
      name: "IconModel",
      path: "Apps/Settings/Sources/SettingsModel/Shared",
      swiftSettings: settings
    ),
    .systemLibrary(name: "CGettext", path: "Apps/Settings/Sources/CGettext"),
    .executableTarget(
      name: "nightd-icon",
      dependencies: [
        "CArguments", "CGettext", "IconModel", "NightBus", "NightClient", "NightContract",
        "NightCore", "NightStore",
      ],
      path: "Apps/Settings/Sources/nightd-icon",
      swiftSettings: settings
    ),

    // The one for GTK is a package of its own, so that nobody needs GTK for this one.
    .executableTarget(
      name: "TerminalExample",
      dependencies: ["NightKit"],
      path: "Examples/Terminal",
      swiftSettings: settings
    ),
    .target(
      name: "ExampleScreen",
      dependencies: ["NightKit"],
      path: "Examples/Designs/Screen",
      swiftSettings: settings
    ),

    .target(
      name: "TestSupport",
      dependencies: ["CDBus", "NightBus"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .executableTarget(name: "BareBroker", dependencies: ["CDBus"], path: "Tests/BareBroker"),
    .executableTarget(
      name: "ZoneYears",
      dependencies: ["NightCore"],
      path: "Tests/ZoneYears",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "BusMaker",
      dependencies: ["TestSupport"],
      path: "Tests/BusMaker",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Follower",
      dependencies: ["NightKit"],
      path: "Tests/Follower",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "KitBench",
      dependencies: ["NightKit"],
      path: "Tests/KitBench",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Windows",
      dependencies: ["TestSupport"],
      path: "Tests/Windows",
      exclude: [
        "chromium.py", "firefox.py", "gtk3.py", "libadwaita.py", "listener.py", "page.html",
        "page.py", "qt.py",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ProgramRunner",
      dependencies: ["NightBus", "NightDaemon"],
      path: "Tests/ProgramRunner",
      swiftSettings: settings
    ),
    .target(
      name: "Trials",
      dependencies: ["NightBus", "TestSupport"],
      path: "Tests/Trials",
      exclude: ["Sabotage/sabotage.c"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Torture",
      dependencies: ["Follower", "Trials"],
      path: "Tests/Torture",
      swiftSettings: settings
    ),
    .testTarget(
      name: "TrialTests",
      dependencies: ["Follower", "TestSupport", "Trials", "ZoneYears", "nightctl", "nightd"],
      swiftSettings: settings
    ),
    fuzz,
    .testTarget(
      name: "TestSupportTests",
      dependencies: ["BusMaker", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightCoreTests",
      dependencies: ["NightCore", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightProgramsTests",
      dependencies: ["NightCore", "NightPrograms"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightContractTests",
      dependencies: ["NightBus", "NightContract", "NightCore"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightStoreTests",
      dependencies: ["CFiles", "NightCore", "NightStore", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightDaemonTests",
      dependencies: [
        "NightBus", "NightCore", "NightDaemon", "NightPrograms", "NightStore", "ProgramRunner",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SystemdTests",
      dependencies: ["ProgramRunner", "TestSupport", "nightctl", "nightd"],
      exclude: ["user-manager", "Sandbox/probe"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightBusTests",
      dependencies: ["NightBus", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightClientTests",
      dependencies: [
        "NightBus", "NightClient", "NightContract", "NightCore", "TestSupport", "nightctl",
        "nightd",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "FoldersExample", "ManagerExample", "NightCore", "nightctl", "NightKit", "ParentsExample",
        "ProviderExample", "TableExample", "TerminalExample", "TestSupport", "nightd",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightKitTests",
      dependencies: ["NightBus", "NightKit", "TestSupport", "nightctl", "nightd"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightKitCTests",
      dependencies: ["CNightKit", "NightCore", "NightKitC", "TestSupport", "nightctl", "nightd"],
      exclude: ["probe.c", "wrapper.cpp"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NightctlTests",
      dependencies: [
        "NightBus", "NightClient", "NightContract", "NightCore", "nightctl", "NightPrograms",
        "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["NightBus", "TestSupport", "nightctl", "nightd"],
      swiftSettings: settings
    ),
  ] + designExamples,
  cxxLanguageStandard: .cxx17
)

import TestSupport

/// A home folder with themes, in which nightctl runs without a bus.
struct ThemeHome {
  static let folder = ".local/share/nightd/themes"
  let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Returns the path of a file in the themes folder.
  func path(_ name: String) -> String { home.file("\(Self.folder)/\(name)") }

  func put(_ text: String, _ name: String) throws {
    try home.write(text, to: "\(Self.folder)/\(name)")
  }

  func text(_ name: String) -> String? { home.text("\(Self.folder)/\(name)") }

  /// Runs `nightctl theme` in the home, so that messages contain file names relative to it.
  func theme(_ words: String..., input: String? = nil) throws -> Finished {
    try nightctl(["theme"] + words, input: input)
  }

  func nightctl(_ words: [String], input: String? = nil) throws -> Finished {
    let environment = ["LANG": "C.UTF-8", "HOME": home.path, "XDG_DATA_DIRS": home.file("system")]
    guard let input else {
      return try Program.run(
        Built.nightctl,
        words,
        environment: environment,
        folder: home.path
      )
    }
    try home.write(input, to: "input")
    return try Program.run(
      "/bin/sh",
      ["-c", "exec \"$0\" \"$@\" < input", Built.nightctl] + words,
      environment: environment,
      folder: home.path
    )
  }
}

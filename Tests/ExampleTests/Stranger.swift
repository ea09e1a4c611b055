import TestSupport
import Testing

/// Somebody else's package, which depends on NightKit.
enum Stranger {
  static var canCompile: Bool { Tool.path("swiftc") != nil }

  /// Expects that a program compiles.
  static func compile(_ text: String, location: SourceLocation = #_sourceLocation) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "main.swift")
    let compiler = try #require(Tool.path("swiftc"))
    let finished = try Program.run(
      compiler,
      ["-typecheck", "-swift-version", "6", "-package-name", "stranger", "-I", Built.modules]
        + (try libdbus()) + [folder.file("main.swift")],
      environment: ["PATH": Tool.searchPath, "HOME": folder.path],
      timeout: .seconds(120)
    )
    #expect(finished.exit == .exited(0), "\(finished.errors)", sourceLocation: location)
  }

  /// What the package manager passes to whoever depends on NightKit.
  private static func libdbus() throws -> [String] {
    let map = "-fmodule-map-file=" + Built.sourceRoot + "/Sources/CDBus/module.modulemap"
    let finished = try Program.run(
      try #require(Tool.path("pkg-config")),
      ["--cflags", "dbus-1"],
      environment: ["PATH": Tool.searchPath]
    )
    return ([map] + finished.output.split(whereSeparator: \.isWhitespace).map(String.init))
      .flatMap { ["-Xcc", $0] }
  }
}

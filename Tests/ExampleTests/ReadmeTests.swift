import TestSupport
import Testing

@Suite("README.md")
struct ReadmeTests {
  @Test(
    "the Swift example compiles in a package of someone else's",
    .enabled(if: Tool.path("swiftc") != nil, "swiftc is not on PATH")
  )
  func swiftExample() throws {
    let example = try #require(try Documentation("README.md").blocks.first { $0.kind == "swift" })
    let folder = try TemporaryFolder()
    try folder.write(example.text, to: "main.swift")
    let compiler = try #require(Tool.path("swiftc"))
    let finished = try Program.run(
      compiler,
      ["-typecheck", "-swift-version", "6", "-package-name", "stranger", "-I", Built.modules]
        + (try libdbus()) + [folder.file("main.swift")],
      environment: ["PATH": Tool.searchPath, "HOME": folder.path],
      timeout: .seconds(60)
    )
    #expect(finished.exit == .exited(0), "\(finished.errors)")
  }

  /// What the package manager passes to whoever depends on NightKit.
  private func libdbus() throws -> [String] {
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

import TestSupport
import Testing

/// Whether the printed lines contain the expected lines, in this order.
///
/// A run of white space counts as one space; `…` in an expected line matches anything.
func shows(_ printed: String, _ expected: [String]) -> Bool {
  var rest = printed.split(separator: "\n").map { singleSpaced(String($0)) }[...]
  for line in expected.map(singleSpaced) {
    guard let index = rest.firstIndex(where: { fits($0, line) }) else { return false }
    rest = rest[(index + 1)...]
  }
  return true
}

private func singleSpaced(_ line: String) -> String {
  line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// Whether a line matches a pattern, in which `…` matches anything.
func fits(_ line: String, _ pattern: String) -> Bool {
  let parts = pattern.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
  guard parts.count > 1, let first = parts.first, let last = parts.last else {
    return line == pattern
  }
  guard line.hasPrefix(first) else { return false }
  var rest = line.dropFirst(first.count)
  for part in parts.dropFirst().dropLast() {
    guard let range = rest.firstRange(of: part) else { return false }
    rest = rest[range.upperBound...]
  }
  return rest.hasSuffix(last)
}

/// A separate package that depends on NightKit.
enum OtherPackage {
  static var canCompile: Bool { Tool.path("swiftc") != nil }

  /// Expects that a source text compiles in that package.
  static func compile(_ text: String, location: SourceLocation = #_sourceLocation) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "main.swift")
    let compiler = try #require(Tool.path("swiftc"))
    let finished = try Program.run(
      compiler,
      ["-typecheck", "-swift-version", "6", "-package-name", "other", "-I", Built.modules]
        + (try libdbus()) + [folder.file("main.swift")],
      environment: ["PATH": Tool.searchPath, "HOME": folder.path],
      timeout: .seconds(120)
    )
    #expect(finished.exit == .exited(0), "\(finished.errors)", sourceLocation: location)
  }

  /// The compiler options that the package manager passes to a package that depends on NightKit.
  private static func libdbus() throws -> [String] {
    let maps = ["CDBus", "CFiles"].map {
      "-fmodule-map-file=\(Built.sourceRoot)/Sources/\($0)/module.modulemap"
    }
    let finished = try Program.run(
      try #require(Tool.path("pkg-config")),
      ["--cflags", "dbus-1"],
      environment: ["PATH": Tool.searchPath]
    )
    return (maps + finished.output.split(whereSeparator: \.isWhitespace).map(String.init))
      .flatMap { ["-Xcc", $0] }
  }
}

import Glibc
import TestSupport
import Testing

/// The fenced code blocks of a document in this repository, in order.
struct Documentation {
  struct Block {
    let kind: String
    let text: String
    let line: Int
  }

  let blocks: [Block]

  init(_ path: String) throws {
    var blocks: [Block] = []
    var open: (kind: String, line: Int, lines: [String])?
    let lines = try TextFile(Built.sourceRoot + "/" + path).lines
    for (index, line) in lines.enumerated() {
      if let block = open {
        if line == "```" {
          let text = block.lines.map { $0 + "\n" }.joined()
          blocks.append(Block(kind: block.kind, text: text, line: block.line))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 2, [])
      }
    }
    self.blocks = blocks
  }

  /// Each block of the given kind, with the output that the document shows below the block.
  func promises(_ kind: String) -> [(example: Block, expected: [String])] {
    zip(blocks, blocks.dropFirst()).filter { $0.0.kind == kind && $0.1.kind == "text" }.map {
      ($0.0, $0.1.text.split(separator: "\n").map(String.init))
    }
  }
}

/// Whether the printed lines contain the expected ones, in this order.
///
/// Any white space counts as one space; `…` matches anything.
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

/// The lines of a text file.
struct TextFile {
  struct Missing: Error { let path: String }

  let lines: [String]

  init(_ path: String) throws {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var byte = fgetc(file)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(file)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A second package, which depends on NightKit.
enum OtherPackage {
  static var canCompile: Bool { Tool.path("swiftc") != nil }

  /// Expects that the text of a program compiles in that package.
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

  /// The compiler's options that the package manager passes to a package that depends on NightKit.
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

import TestSupport
import Testing

/// data/need, with which make finds out what the machine lacks.
@Suite struct NeedTests {
  private static let script = Built.sourceRoot + "/data/need"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shell(_ text: String, adding more: [String: String] = [:]) throws -> Finished {
    let environment = ["PATH": Tool.searchPath].merging(more) { $1 }
    return try Program.run("sh", ["-ec", text], environment: environment, folder: folder.path)
  }

  @Test(
    "If the Swift toolchain lacks a library, data/need says which one, and where to get Swift",
    .enabled(if: Tool.path("cc") != nil, "there is no C compiler on this machine")
  )
  func absentLibrary() throws {
    let made = try shell(
      """
      mkdir bin
      echo 'int f(void) { return 0; }' >f.c
      echo 'int f(void); int main(void) { return f(); }' >m.c
      cc -shared -o libnightd-absent.so.1 -Wl,-soname,libnightd-absent.so.1 f.c
      cc -o bin/swift-build m.c ./libnightd-absent.so.1
      ln -s swift-build bin/swift
      rm libnightd-absent.so.1
      """
    )
    try #require(made.exit == .exited(0), "\(made)")
    let need = try shell("sh \(Self.script) build", adding: ["SWIFT": folder.file("bin/swift")])
    #expect(need.exit == .exited(1))
    #expect(need.errors.contains("libraries that are missing: libnightd-absent.so.1;"), "\(need)")
    #expect(need.errors.contains("swift.org/install"))
  }

  @Test(
    "data/need does not mistake a file in the current folder for a Python module",
    .enabled(if: Tool.path("python3") != nil, "there is no python3 on this machine")
  )
  func ownFolder() throws {
    // These stubs replace the real programs, so a failed probe installs nothing.
    for name in ["apt-get", "sudo"] { try folder.write("#!/bin/sh\nexit 1\n", to: "bin/\(name)") }
    try folder.write("raise SystemExit(1)\n", to: "ctypes.py")
    let path = ["PATH": folder.file("bin") + ":" + Tool.searchPath, "SWIFT": "true"]
    let need = try shell("chmod +x bin/*; sh \(Self.script) broken", adding: path)
    let missing = need.errors.split(whereSeparator: { " \n;".contains($0) })
    #expect(!missing.contains("python3"), "\(need)")
  }
}

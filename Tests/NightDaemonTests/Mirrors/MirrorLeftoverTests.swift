import Glibc
import NightCore
import NightDaemon
import TestSupport
import Testing

/// What happens to the script's new file if the disk refuses it.
@Suite("What the script that writes GNOME's settings leaves behind")
struct MirrorLeftoverTests {
  typealias Settings = MirrorScriptTests.Settings

  /// Programs that the script's PATH lists before the system's programs.
  private func settings(with programs: [String: String]) throws -> Settings {
    let settings = try Settings(path: "bin")
    for (name, text) in programs {
      try settings.home.write("#!/bin/sh\n" + text, to: "bin/" + name)
      try #require(chmod(settings.home.file("bin/" + name), 0o700) == 0)
    }
    return settings
  }

  @Test(
    "If the disk refuses a new file, the file is removed at once",
    .enabled(if: MirrorScriptTests.hasSettings, MirrorScriptTests.missing)
  )
  func atOnce() throws {
    // The script sleeps before it ends, and could be killed during this sleep.
    let settings = try settings(with: [
      "sync": "exit 1", "sleep": #"ls "$HOME/state/nightd" >"$HOME/seen""#,
    ])
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(MirrorFailure.notKept.rawValue))
    #expect(settings.home.text("seen") == "")
  }

  @Test(
    "If nobody reads the script's output, it gets SIGPIPE and leaves no new file",
    .enabled(if: MirrorScriptTests.hasSettings, MirrorScriptTests.missing)
  )
  func readerGone() throws {
    let settings = try settings(with: ["sync": "kill -PIPE $PPID"])
    _ = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(settings.home.list("state/nightd") == [])
  }
}

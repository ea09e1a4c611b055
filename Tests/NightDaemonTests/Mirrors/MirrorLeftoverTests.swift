import Glibc
import NightCore
import NightDaemon
import TestSupport
import Testing

/// The script's new file if the disk refuses it.
@Suite("What the script that writes GNOME's settings leaves behind")
struct MirrorLeftoverTests {
  typealias Settings = MirrorScriptTests.Settings

  /// Programs that come before the system's on the script's PATH.
  private func settings(with programs: [String: String]) throws -> Settings {
    let settings = try Settings(path: "bin")
    for (name, text) in programs {
      try settings.home.write("#!/bin/sh\n" + text, to: "bin/" + name)
      try #require(chmod(settings.home.file("bin/" + name), 0o700) == 0)
    }
    return settings
  }

  @Test(
    "A new file that the disk does not take is removed at once",
    .enabled(if: MirrorScriptTests.hasSettings, MirrorScriptTests.missing)
  )
  func atOnce() throws {
    // The script sleeps before its end, and can be killed there.
    let settings = try settings(with: [
      "sync": "exit 1", "sleep": #"ls "$HOME/state/nightd" >"$HOME/seen""#,
    ])
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(MirrorFailure.notKept.rawValue))
    #expect(settings.home.text("seen") == "")
  }

  @Test(
    "A script whose reader is gone leaves no new file",
    .enabled(if: MirrorScriptTests.hasSettings, MirrorScriptTests.missing)
  )
  func readerGone() throws {
    let settings = try settings(with: ["sync": "kill -PIPE $PPID"])
    _ = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(settings.home.list("state/nightd") == [])
  }
}

import Glibc
import NightCore
import TestSupport
import Testing

/// What `nightctl programs gnome` leaves behind if nobody listens to it.
@Suite("What nightctl programs gnome leaves behind")
struct GnomeLeftoverTests {
  typealias Settings = GnomeWriterTests.Settings

  @Test(
    "If nobody reads the question, nothing is written, and no new file is left",
    .enabled(if: GnomeWriterTests.hasSettings, GnomeWriterTests.missing)
  )
  func readerGone() throws {
    let settings = try Settings()
    let done = try Program.run(
      "/bin/sh",
      ["-c", "{ \"$@\"; echo $? >&2; } | true", "sh", Built.nightctl, "programs", "gnome"]
        + ["write", "color-scheme", "'prefer-dark'"],
      environment: settings.environment
    )
    #expect(done.errors == "\(GnomeFailure.outdated.rawValue)\n", "\(done)")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.home.list("state/nightd") == ["gsettings.lock"])
  }

  @Test(
    "A full disk is reported, nothing is written, and no new file is left",
    .enabled(if: GnomeWriterTests.hasSettings, GnomeWriterTests.missing)
  )
  func fullDisk() throws {
    let settings = try Settings()
    try settings.home.makeFolder("state/nightd")
    // The limit on the size of files stands in for a full disk. Output goes to a pipe.
    let done = try Program.run(
      "/bin/sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", Built.nightctl, "programs",
        "gnome", "write", "color-scheme", "'prefer-dark'",
      ],
      environment: settings.environment,
      input: .bytes(Array("yes\n".utf8))
    )
    #expect(done.exit == .exited(GnomeFailure.notKept.rawValue), "\(done)")
    #expect(try settings.get("color-scheme") == "'default'")
    #expect(settings.home.list("state/nightd") == ["gsettings.lock"])
  }
}

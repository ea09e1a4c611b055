import Glibc
import NightCore
import TestSupport
import Testing

/// Files that `nightctl programs gnome` must not leave behind.
@Suite("Leftovers of nightctl programs gnome")
struct GnomeLeftoverTests {
  typealias Settings = GnomeWriterTests.Settings

  @Test(
    "If the pipe on which nightctl asks nightd is closed, nightctl writes no setting and no record",
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
    "If the disk is full, nightctl reports this, writes nothing and leaves no new file",
    .enabled(if: GnomeWriterTests.hasSettings, GnomeWriterTests.missing)
  )
  func fullDisk() throws {
    let settings = try Settings()
    try settings.home.makeFolder("state/nightd")
    // The test limits the size of files, so that writes fail as on a full disk. nightctl's output
    // goes to a pipe, so the limit does not affect it.
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

import Glibc
import NightCore
import NightDaemon
import NightPrograms
import TestSupport
import Testing

@Suite("What shows that a mirror is wanted")
struct MirrorEvidenceTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func evidence(_ names: [String]) -> MirrorEvidence {
    let home = home.path
    let mirror = Mirror(
      "gtk-files",
      "a settings file",
      .notTried,
      evidence: { folders in
        names.map { $0.hasPrefix("~") ? (folders.home ?? "") + $0.dropFirst() : $0 }
      },
      isWanted: { _ in true },
      settings: { _ in [] }
    )
    return MirrorEvidence(
      [mirror],
      BaseFolders { $0 == "HOME" ? home : nil },
      programFolders: [home + "/bin"],
      stateFolder: home + "/state",
      hasDisplay: true
    )
  }

  private static let on: Set = ["mirror.gtk-files"]

  @Test(
    "A path, a pattern or a program is evidence",
    arguments: [
      (["~/.config/gtk-3.0/settings.ini"], true), (["~/.config/gtk-*/settings.ini"], true),
      (["~/.config/gtk-*/other.ini"], false), (["xsettingsd"], true), (["program"], false),
      (["missing", "~/no", "xsettingsd"], true), ([], false), (["~/[x]/*"], true),
      (["~/.config/gtk-[3].0/*"], false),
    ]
  )
  func kinds(names: [String], isThere: Bool) throws {
    try home.write("", to: ".config/gtk-3.0/settings.ini")
    try home.write("", to: "[x]/y")
    try home.write("#!/bin/sh\n", to: "bin/xsettingsd")
    try #require(chmod(home.file("bin/xsettingsd"), 0o700) == 0)
    #expect(evidence(names).isThere(forAny: Self.on) == isThere)
    // A mirror that is switched off needs nothing.
    #expect(!evidence(names).isThere(forAny: []))
  }

  @Test("A record shows that values may have to be restored")
  func record() throws {
    #expect(!evidence([]).hasRecord)
    try home.write("{}", to: "state/mirrors/record.json")
    #expect(evidence([]).hasRecord)
  }
}

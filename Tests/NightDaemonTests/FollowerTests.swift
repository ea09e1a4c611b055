import Glibc
import NightCore
import NightDaemon
import NightPrograms
import TestSupport
import Testing

@Suite("Detection of programs that follow automatically")
struct FollowerTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func followers(_ evidence: [String], hasDisplay: Bool = true) throws -> Followers {
    try home.write(
      (["gtk"] + evidence).joined(separator: "\t") + "\n",
      to: "share/nightd/followers"
    )
    let home = home.path
    return Followers(
      besides: home + "/bin/nightctl",
      BaseFolders { $0 == "HOME" ? home : nil },
      programFolders: [home + "/bin"],
      hasDisplay: hasDisplay
    )
  }

  @Test(
    "A program is treated as in use if it is installed or one of its files exists",
    arguments: [
      (["~/.config/gtk-3.0/settings.ini"], true), (["~/.config/gtk-*/settings.ini"], true),
      (["~/.config/gtk-*/other.ini"], false), (["xsettingsd"], true), (["program"], false),
      (["missing", "~/no", "xsettingsd"], true), ([], false), (["~/[x]/*"], true),
      (["~/.config/gtk-[3].0/*"], false),
    ]
  )
  func kinds(evidence: [String], isHere: Bool) throws {
    try home.write("", to: ".config/gtk-3.0/settings.ini")
    try home.write("", to: "[x]/y")
    try home.write("#!/bin/sh\n", to: "bin/xsettingsd")
    try #require(chmod(home.file("bin/xsettingsd"), 0o700) == 0)
    #expect(try followers(evidence).areHere(except: []) == isHere)
    // If a program is switched off, signs of its use do not count.
    #expect(try !followers(evidence).areHere(except: ["gtk"]))
  }

  @Test("Without a display, a program is treated as in use only if one of its files exists")
  func noDisplay() throws {
    try home.write("#!/bin/sh\n", to: "bin/kate")
    try #require(chmod(home.file("bin/kate"), 0o700) == 0)
    #expect(try !followers(["kate"], hasDisplay: false).areHere(except: []))
    try home.write("", to: ".config/kdeglobals")
    #expect(try followers(["~/.config/kdeglobals"], hasDisplay: false).areHere(except: []))
  }

  @Test("If the user has written a description of a program, nightd treats the program as in use")
  func own() throws {
    try home.write("{}", to: ".config/nightd/programs/mine/program.json5")
    #expect(try followers([]).areHere(except: ["gtk"]))
  }

  @Test("If a record of changed settings exists, nightd knows that it may have to restore values")
  func record() throws {
    #expect(try !followers([]).hasRecord)
    try home.write("{}", to: ".local/state/nightd/programs/record.json")
    #expect(try followers([]).hasRecord)
  }
}

import NightCore
@testable import nightctl
import Testing

@Suite("Folders that the portal reads")
struct PortalFoldersTests {
  private static let part = "xdg-desktop-portal"

  @Test("A portal up to version 1.17.0 reads one folder, and does not read portals.conf")
  func older() {
    let folders = PortalFolders(["sway"]) { ["HOME": "/h", "XDG_DATA_DIRS": "/d"][$0] }
    #expect(folders.portals(.byUseIn) == ["/usr/share/\(Self.part)/portals"])
    #expect(folders.confs(.byUseIn) == [])
  }

  @Test(
    "A portal newer than 1.17.0 searches each base folder, first for the desktop's own file"
  )
  func newer() {
    let environment = [
      "HOME": "/h", "XDG_CONFIG_DIRS": "/x:relative", "XDG_DATA_DIRS": "/d:/usr/share",
    ]
    let folders = PortalFolders(["ubuntu", "GNOME"]) { environment[$0] }
    #expect(
      folders.portals(.byConf) == [
        "/h/.local/share/\(Self.part)/portals", "/d/\(Self.part)/portals",
        "/usr/share/\(Self.part)/portals",
      ]
    )
    let names = ["ubuntu-portals.conf", "gnome-portals.conf", "portals.conf"]
    let bases = ["/h/.config", "/x", "/etc", "/h/.local/share", "/d", "/usr/share"]
    let all = bases.flatMap { base in names.map { "\(base)/\(Self.part)/\($0)" } }
    #expect(folders.confs(.byConf) == all)
  }

  @Test(
    "XDG_DESKTOP_PORTAL_DIR replaces all folders of the portal",
    arguments: [PortalRules.byUseIn, .byConf]
  )
  func override(rules: PortalRules) {
    let folders = PortalFolders([]) { ["HOME": "/h", "XDG_DESKTOP_PORTAL_DIR": "/only"][$0] }
    #expect(folders.portals(rules) == ["/only"])
    #expect(folders.confs(.byConf) == ["/only/portals.conf"])
  }

  @Test("If a desktop's name cannot be part of a file name, it is ignored")
  func desktops() {
    #expect(
      PortalFolders.desktops("ubuntu:GNOME::../x:a b:X-Cinnamon") == [
        "ubuntu", "GNOME", "X-Cinnamon",
      ]
    )
  }
}

import NightCore
import Testing

@Suite struct BaseFoldersTests {
  private func folders(_ environment: [String: String]) -> BaseFolders {
    BaseFolders { environment[$0] }
  }

  @Test("If only HOME is set, the user's folders are below it, and system folders have defaults")
  func home() {
    let folders = folders(["HOME": "/home/a"])
    #expect(folders.home == "/home/a")
    #expect(folders.config == "/home/a/.config")
    #expect(folders.state == "/home/a/.local/state")
    #expect(folders.data == "/home/a/.local/share")
    #expect(folders.runtime == nil)
    #expect(folders.systemConfig == ["/etc/xdg"])
    #expect(folders.systemData == ["/usr/local/share", "/usr/share"])
  }

  @Test("An XDG variable replaces the default folder below HOME")
  func variables() {
    let folders = folders([
      "HOME": "/home/a", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d",
      "XDG_RUNTIME_DIR": "/run/user/7", "XDG_CONFIG_DIRS": "/x:/y", "XDG_DATA_DIRS": "/z",
    ])
    #expect(folders.config == "/c")
    #expect(folders.state == "/s")
    #expect(folders.data == "/d")
    #expect(folders.runtime == "/run/user/7")
    #expect(folders.systemConfig == ["/x", "/y"])
    #expect(folders.systemData == ["/z"])
  }

  @Test(
    "A folder variable is ignored if it is relative, empty or not UTF-8, or contains a NUL",
    arguments: ["c", "", "/a\0b", String(decoding: [0x2F, 0xFF] as [UInt8], as: UTF8.self)]
  )
  func unusable(path: String) {
    let unset = folders(["HOME": "/home/a"])
    let set = folders([
      "HOME": "/home/a", "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_DATA_HOME": path,
      "XDG_RUNTIME_DIR": path,
    ])
    #expect(set == unset)
    #expect(folders(["HOME": path]).config == nil)
  }

  @Test("In a list of folders, relative paths are ignored, and an empty list means the default")
  func lists() {
    #expect(folders(["XDG_DATA_DIRS": "/a:b::/c"]).systemData == ["/a", "/c"])
    #expect(folders(["XDG_DATA_DIRS": "b"]).systemData == [])
    #expect(folders(["XDG_DATA_DIRS": ""]).systemData == ["/usr/local/share", "/usr/share"])
  }
}

import NightStore
import Testing

@Suite("The standard folders")
struct StandardFoldersTests {
  @Test(
    "The state folder is in XDG_STATE_HOME, and a relative path is ignored",
    arguments: [
      (["HOME": "/home/ada"], "/home/ada/.local/state/nightd"),
      (["HOME": "/home/ada", "XDG_STATE_HOME": "/var/ada"], "/var/ada/nightd"),
      (["XDG_STATE_HOME": "/var/ada"], "/var/ada/nightd"),
      (["HOME": "/home/ada", "XDG_STATE_HOME": ""], "/home/ada/.local/state/nightd"),
      (["HOME": "/home/ada", "XDG_STATE_HOME": "state"], "/home/ada/.local/state/nightd"),
      (["HOME": "/home/ada", "XDG_STATE_HOME": "/a\0b"], "/home/ada/.local/state/nightd"),
    ] as [([String: String], String)]
  )
  func state(environment: [String: String], folder: String) throws {
    let found = try #require(StandardFolders { environment[$0] })
    #expect(found.stateFolder == folder)
  }

  @Test(
    "The user's config.json5 is in XDG_CONFIG_HOME, or else below HOME",
    arguments: [
      (["HOME": "/home/ada"], "/home/ada/.config/nightd/config.json5"),
      (["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"], "/etc/ada/nightd/config.json5"),
      (["HOME": "/home/ada", "XDG_CONFIG_HOME": "etc"], "/home/ada/.config/nightd/config.json5"),
      (["XDG_STATE_HOME": "/var/ada"], nil),
    ] as [([String: String], String?)]
  )
  func user(environment: [String: String], file: String?) throws {
    let found = try #require(StandardFolders { environment[$0] })
    #expect(found.userConfig == file)
  }

  @Test(
    "The system's folders have no duplicates, and the compiled-in folder is always the last",
    arguments: [
      (nil, ["/etc/xdg/nightd"]),
      ("", ["/etc/xdg/nightd"]),
      (":", ["/etc/xdg/nightd"]),
      ("/etc/xdg", ["/etc/xdg/nightd"]),
      ("/a:/b", ["/a/nightd", "/b/nightd", "/etc/xdg/nightd"]),
      ("/b:/a/:/b//:/a/.", ["/b/nightd", "/a/nightd", "/etc/xdg/nightd"]),
      ("/etc//xdg/:/a:/etc/xdg", ["/a/nightd", "/etc/xdg/nightd"]),
      ("a:~/b:/c\0d:/e", ["/e/nightd", "/etc/xdg/nightd"]),
      ("/", ["/nightd", "/etc/xdg/nightd"]),
    ] as [(String?, [String])]
  )
  func systems(list: String?, folders: [String]) throws {
    let environment = ["HOME": "/home/ada", "XDG_CONFIG_DIRS": list]
    let found = try #require(StandardFolders { environment[$0] ?? nil })
    #expect(found.systemFolders == folders)
  }

  @Test(
    "If the programs were compiled with another system folder, it comes after the default folders"
  )
  func compiledIn() throws {
    let found = StandardFolders(
      environment: { $0 == "HOME" ? "/home/ada" : nil },
      compiledIn: "/here"
    )
    #expect(found?.systemFolders == ["/etc/xdg/nightd", "/here"])
  }

  @Test("Without a home folder, no standard folders are found", arguments: [nil, "", "ada", "~"])
  func noHome(home: String?) {
    #expect(StandardFolders { $0 == "HOME" ? home : nil } == nil)
  }
}

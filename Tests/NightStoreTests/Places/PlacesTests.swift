import NightStore
import Testing

@Suite("Where the user's files stand")
struct PlacesTests {
  @Test(
    "the state folder follows the environment, and a path that is not absolute is ignored",
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
    #expect(try Places { environment[$0] }.stateFolder == folder)
  }

  @Test(
    "what the user wrote follows the environment",
    arguments: [
      (["HOME": "/home/ada"], "/home/ada/.config/nightd/config.json5"),
      (["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"], "/etc/ada/nightd/config.json5"),
      (["HOME": "/home/ada", "XDG_CONFIG_HOME": "etc"], "/home/ada/.config/nightd/config.json5"),
      (["XDG_STATE_HOME": "/var/ada"], nil),
    ] as [([String: String], String?)]
  )
  func user(environment: [String: String], file: String?) throws {
    #expect(try Places { environment[$0] }.userConfig == file)
  }

  @Test(
    "the system's folders are each named once, and the compiled-in one always and last",
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
    #expect(try Places { environment[$0] ?? nil }.systemFolders == folders)
  }

  @Test("another folder may be compiled in, and the variable's default stands beside it")
  func compiledIn() throws {
    let places = try Places(environment: { $0 == "HOME" ? "/home/ada" : nil }, compiledIn: "/here")
    #expect(places.systemFolders == ["/etc/xdg/nightd", "/here"])
  }

  @Test("without a home there is no place", arguments: [nil, "", "ada", "~"])
  func noHome(home: String?) {
    #expect(throws: Places.Flaw.noHome) { try Places { $0 == "HOME" ? home : nil } }
  }
}

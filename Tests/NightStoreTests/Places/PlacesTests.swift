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

  @Test("without a home there is no place", arguments: [nil, "", "ada", "~"])
  func noHome(home: String?) {
    #expect(throws: Places.Flaw.noHome) { try Places { $0 == "HOME" ? home : nil } }
  }
}

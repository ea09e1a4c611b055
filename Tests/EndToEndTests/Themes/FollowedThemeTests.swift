import TestSupport
import Testing

@Suite("Themes that come into use while others are edited")
struct FollowedThemeTests {
  @Test(
    "An edit is not lost if nightd begins to follow other themes at that moment",
    .timeLimit(.minutes(2))
  )
  func edited() throws {
    let desk = try Desk()
    for name in ["sea", "reef"] {
      try desk.home.write("{style: 'dark'}", to: ".local/share/nightd/themes/\(name).json5")
    }
    try desk.startDaemon()
    try desk.nightctl("theme", "use", "sea")
    var last = try desk.nightctl("get", "--bus", "--json").output
    for round in 1...20 {
      // The daemon follows other files as soon as it has replied.
      try desk.nightctl("theme", "use", "reef", "--app", "org.example.Editor\(round)")
      try desk.nightctl("theme", "use", "follow", "--app", "org.example.Editor\(round)")
      try desk.home.write(
        "{style: 'dark', colors: {surface: '#0000\(round + 10)'}}",
        to: ".local/share/nightd/themes/sea.json5"
      )
      // The appearance has the digest of the theme, so each edit changes it.
      var next = last
      while next == last { next = try desk.nightctl("get", "--bus", "--json").output }
      last = next
    }
  }
}

import TestSupport
import Testing

@Suite("Edits of themes while the themes in use change")
struct FollowedThemeTests {
  @Test(
    "If a theme is edited just as nightd starts to watch other theme files, the edit is not lost",
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
      // Right after its reply to `theme use`, the daemon starts to follow other files.
      try desk.nightctl("theme", "use", "reef", "--app", "org.example.Editor\(round)")
      try desk.nightctl("theme", "use", "follow", "--app", "org.example.Editor\(round)")
      try desk.home.write(
        "{style: 'dark', colors: {surface: '#0000\(round + 10)'}}",
        to: ".local/share/nightd/themes/sea.json5"
      )
      // The appearance has the digest of the theme, so each edit of the theme changes the
      // appearance.
      var next = last
      while next == last { next = try desk.nightctl("get", "--bus", "--json").output }
      last = next
    }
  }
}

import TestSupport
import Testing

@Suite("Examples/Gtk")
struct GtkExampleTests {
  private static let skipReason =
    Built.gtkExample == nil ? "make examples builds it and runs this" : Screen.skipReason

  private static let size = (width: 720, height: 300)
  private static let timeout = Duration.seconds(30)

  /// A point of the window at which there is no text.
  private enum Place: String, CaseIterable {
    case background, card, pinnedBackground, pinnedCard

    var point: (x: Int, y: Int) {
      switch self {
      case .background: (14, 170)
      case .card: (32, 170)
      case .pinnedBackground: (706, 170)
      case .pinnedCard: (387, 170)
      }
    }
  }

  private typealias Colors = [Place: [UInt8]]

  private static let light: Colors = [
    .background: [0xf5, 0xf6, 0xf8], .card: [0xff, 0xff, 0xff],
    .pinnedBackground: [0xf5, 0xf6, 0xf8], .pinnedCard: [0xff, 0xff, 0xff],
  ]
  private static let dark = light.merging([
    .background: [0x14, 0x17, 0x1c], .card: [0x1c, 0x20, 0x27],
  ]) { $1 }

  @Test(
    "The window fades to dark while one panel stays light",
    .enabled(if: skipReason == nil, "\(skipReason ?? "")")
  )
  func follows() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let screen = try Screen(desk, size: "\(Self.size.width)x\(Self.size.height)")
    try desk.nightctl("set", "light")
    // The fade is the longest possible one, so that it is not over when a busy machine takes the picture.
    try desk.nightctl("prefs", "write", "fade", "10000")
    let window = try Program.start(
      try #require(Built.gtkExample),
      environment: desk.environment.merging([
        "DISPLAY": screen.display, "XDG_DATA_DIRS": "/usr/share", "GDK_BACKEND": "x11",
        "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
      ]) { $1 }
    )
    defer { withExtendedLifetime((daemon, window)) {} }

    try look(at: screen, desk) { $0 == Self.light }
    let lightest = try screen.picture(Built.pictures + "/example-light.png", desk)
    try desk.nightctl("set", "dark")
    let middle = try look(at: screen, desk) { 70..<190 ~= $0[.background]?.first ?? 0 }
    let between = try screen.picture(Built.pictures + "/example-middle.png", desk)
    try look(at: screen, desk) { $0 == Self.dark }
    let darkest = try screen.picture(Built.pictures + "/example-dark.png", desk)

    for place in [Place.pinnedBackground, .pinnedCard] {
      #expect(middle[place] == Self.light[place])
    }
    #expect(90..<215 ~= middle[.card]?.first ?? 0)
    #expect(darkest < between && between < lightest)
    #expect(window.errorsSoFar == "")
  }

  /// Waits for the expected colours on the screen, and returns them.
  @discardableResult
  private func look(
    at screen: Screen,
    _ desk: Desk,
    until isRight: (Colors) -> Bool
  ) throws -> Colors {
    let deadline = ContinuousClock.now + Self.timeout
    var colors: Colors = [:]
    while ContinuousClock.now < deadline {
      let points = try screen.points(desk)
      for place in Place.allCases {
        let (x, y) = place.point
        let start = 3 * (y * Self.size.width + x)
        colors[place] = start + 3 <= points.count ? Array(points[start..<start + 3]) : []
      }
      if isRight(colors) { return colors }
    }
    let seen = colors.map { "\($0.rawValue) is \($1)" }.sorted().joined(separator: ", ")
    throw ProgramError.missed("window as awaited", of: "Examples/Gtk", instead: seen)
  }
}

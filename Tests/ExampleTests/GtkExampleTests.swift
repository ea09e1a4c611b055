import TestSupport
import Testing

@Suite("Examples/Gtk")
struct GtkExampleTests {
  private static let skipReason =
    Built.gtkExample == nil ? "make examples builds it and runs this" : Screen.skipReason

  private static let size = (width: 720, height: 320)
  private static let application = "org.nightd.GtkExample"
  private static let timeout = Duration.seconds(30)

  /// Points in the window at which there is no text.
  private enum Place: String, CaseIterable {
    case background, header, card, pinnedBackground, pinnedCard
    case systemButton, lightButton, darkButton

    var point: (x: Int, y: Int) {
      switch self {
      case .background: (14, 170)
      case .header: (250, 12)
      case .card: (32, 170)
      case .pinnedBackground: (706, 170)
      case .pinnedCard: (387, 170)
      case .systemButton: (50, 127)
      case .lightButton: (182, 127)
      case .darkButton: (248, 127)
      }
    }
  }

  private typealias Colors = [Place: [UInt8]]

  private static let pressedLight: [UInt8] = [0xcf, 0xe0, 0xff]
  private static let pressedDark: [UInt8] = [0x2b, 0x4a, 0x7d]
  private static let light: Colors = [
    .background: [0xf5, 0xf6, 0xf8], .card: [0xff, 0xff, 0xff], .header: [0xe6, 0xe9, 0xee],
    .pinnedBackground: [0xf5, 0xf6, 0xf8], .pinnedCard: [0xff, 0xff, 0xff],
    .systemButton: pressedLight, .lightButton: [0xe6, 0xe9, 0xee],
    .darkButton: [0xe6, 0xe9, 0xee],
  ]
  private static let dark = light.merging([
    .background: [0x14, 0x17, 0x1c], .card: [0x1c, 0x20, 0x27], .header: [0x28, 0x2e, 0x38],
    .systemButton: pressedDark, .lightButton: [0x28, 0x2e, 0x38], .darkButton: [0x28, 0x2e, 0x38],
  ]) { $1 }

  @Test(
    "The window of the GTK example fades to dark while one panel stays light",
    .enabled(if: skipReason == nil, "\(skipReason ?? "")")
  )
  func follows() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("set", "light")
    // The longest possible fade, so that even a busy machine takes the screenshot before the fade
    // ends.
    try desk.nightctl("prefs", "write", "fade", "10000")
    let screen = try Screen(desk, size: "\(Self.size.width)x\(Self.size.height)")
    let window = try start(on: screen, desk)

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

  @Test(
    "The GTK example's row of buttons shows and changes the application's own choice",
    .enabled(if: skipReason == nil, "\(skipReason ?? "")")
  )
  func choice() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("set", "light")
    try desk.nightctl("motion", "reduced")
    let screen = try Screen(desk, size: "\(Self.size.width)x\(Self.size.height)")
    let window = try start(on: screen, desk)
    try look(at: screen, desk) { $0 == Self.light }

    try click(.darkButton, on: screen, desk)
    let ownDark = Self.dark.merging([
      .systemButton: [0x28, 0x2e, 0x38], .darkButton: Self.pressedDark,
    ]) { $1 }
    try look(at: screen, desk) { $0 == ownDark }
    #expect(try desk.nightctl("get").output == "light\n")
    #expect(try desk.nightctl("get", "--app", Self.application).output == "dark\n")
    try desk.nightctl("set", "light", "--app", Self.application)
    let ownLight = Self.light.merging([
      .systemButton: [0xe6, 0xe9, 0xee], .lightButton: Self.pressedLight,
    ]) { $1 }
    try look(at: screen, desk) { $0 == ownLight }
    try click(.systemButton, on: screen, desk)
    try look(at: screen, desk) { $0 == Self.light }
    #expect(window.errorsSoFar == "")
  }

  @Test(
    "The GTK example's buttons are disabled if an administrator has locked the choice",
    .enabled(if: skipReason == nil, "\(skipReason ?? "")")
  )
  func lock() throws {
    let desk = try Desk()
    try desk.home.write("app \(Self.application) choice\n", to: "system/config/nightd/locks")
    try desk.startDaemon()
    try desk.nightctl("set", "light")
    let screen = try Screen(desk, size: "\(Self.size.width)x\(Self.size.height)")
    let window = try start(on: screen, desk)
    let locked = Self.light.merging([
      .lightButton: [0xff, 0xff, 0xff], .darkButton: [0xff, 0xff, 0xff],
    ]) { $1 }
    try look(at: screen, desk) { $0 == locked }
    #expect(window.errorsSoFar == "")
  }

  private func start(on screen: Screen, _ desk: Desk) throws -> Program {
    try Program.start(
      try #require(Built.gtkExample),
      environment: desk.environment.merging([
        "DISPLAY": screen.display, "XDG_DATA_DIRS": "/usr/share", "GDK_BACKEND": "x11",
        "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
      ]) { $1 }
    )
  }

  private func click(_ place: Place, on screen: Screen, _ desk: Desk) throws {
    try screen.click(place.point.x, place.point.y, desk)
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

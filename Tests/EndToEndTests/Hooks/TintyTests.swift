import Glibc
import TestSupport
import Testing

/// Templates of tinted-theming, as tinty keeps them in a user's home.
@Suite("tinty's templates")
struct TintyTests {
  private static let config = ".config/tinted-theming/tinty/config.toml"
  private static let data = ".local/share/tinted-theming/tinty"
  private static let own = "# of tinty\r\nbackground #010203"
  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    try desk.home.write(
      """
      default-scheme = "base16-mocha"

      [[items]]
      name = "tinted-kitty"
      path = "https://github.com/tinted-theming/tinted-kitty"
      themes-dir = "colors"
      supported-systems = ["base16", "base24"]
      hook = 'cp %f "$HOME/copy" && echo "$TINTY_SCHEME_ID $TINTY_SCHEME_VARIANT" >>"$HOME/hooks"'

      [[items]]
      name = "mine"
      path = "~/mine"
      themes-dir = "out"

      """,
      to: Self.config
    )
    try desk.home.write(
      "base16:\n  filename: colors/{{ scheme-system }}-{{ scheme-slug }}.conf\n"
        + "  supported-systems: [base16, base24]\n",
      to: Self.data + "/repos/tinted-kitty/templates/config.yaml"
    )
    try desk.home.write(
      "# {{scheme-name}}\nbackground #{{base00-hex}}\n",
      to: Self.data + "/repos/tinted-kitty/templates/base16.mustache"
    )
    try desk.home.write(
      "default:\n    extension: .conf\n    output: out\n",
      to: "mine/templates/config.yaml"
    )
    try desk.home.write("{{scheme-variant}}\n", to: "mine/templates/default.mustache")
    try programs.startDaemon()
    try programs.nightctl("set", "light")
  }

  @Test("A tinty item that is switched on follows each style change, and `off` restores every byte")
  func whole() throws {
    try desk.home.write(Self.own, to: Self.data + "/tinted-kitty-colors-file.conf")
    let list = try desk.nightctl("programs").output
    #expect(list.contains(" off: tinty's template tinted-kitty\n"), "\(list)")
    let on = try desk.nightctl("programs", "on", "tinty")
    #expect(on.exit == .exited(0), "\(on)")
    let light = desk.home.text(Self.data + "/tinted-kitty-colors-file.conf") ?? ""
    #expect(light.hasPrefix("# daylight\nbackground #"))
    let output = ".local/state/nightd/programs/tinty-mine.conf"
    #expect(desk.home.text(output) == "light\n")
    #expect(desk.home.text("copy") == light)
    #expect(desk.home.text("hooks") == "base24-daylight light\n")
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    try programs.until { desk.home.text("hooks")?.hasSuffix("base24-midnight dark\n") == true }
    #expect(desk.home.text("copy")?.hasPrefix("# midnight\n") == true)
    #expect(desk.home.text(output) == "dark\n")
    let off = try desk.nightctl("programs", "off", "tinty")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(Self.data + "/tinted-kitty-colors-file.conf") == Self.own)
    #expect(desk.home.text(output) == nil)
  }

  @Test("If tinty's copy of a theme is removed, `on` writes the copy again and says so")
  func removedCopy() throws {
    let copy = Self.data + "/mine-out-file.conf"
    try desk.home.write(Self.own, to: copy)
    #expect(try desk.nightctl("programs", "on", "tinty-mine").exit == .exited(0))
    try #require(unlink(desk.home.file(copy)) == 0)
    let on = try desk.nightctl("programs", "on", "tinty-mine")
    #expect(on.exit == .exited(0) && on.output == "Wrote \(desk.home.file(copy))\n", "\(on)")
    #expect(desk.home.text(copy) == "light\n")
    #expect(desk.home.text(".local/state/nightd/programs/tinty-mine.conf") == nil)
    #expect(try desk.nightctl("programs", "off", "tinty-mine").exit == .exited(0))
    #expect(desk.home.text(copy) == Self.own)
  }

  @Test("The name and the colours of an imported scheme reach a template unchanged")
  func imported() throws {
    let digits = Array("0123456789ABCDEF")
    let colors = digits.map { "  base0\($0): \"\(String(repeating: $0, count: 6))\"\n" }
    try desk.home.write(
      "system: \"base16\"\nname: \"My Scheme\"\nauthor: \"Ann's\"\nvariant: \"dark\"\npalette:\n"
        + colors.joined(),
      to: "my.yaml"
    )
    try desk.home.write(
      "{{scheme-name}}|{{scheme-author}}|{{base06-hex}}|{{base09-hex}}|{{base0F-dec-r}}\n",
      to: "mine/templates/default.mustache"
    )
    let path = desk.home.file("my.yaml")
    #expect(try desk.nightctl("theme", "import", path, "--use").exit == .exited(0))
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    #expect(try desk.nightctl("programs", "on", "tinty-mine").exit == .exited(0))
    #expect(
      desk.home.text(".local/state/nightd/programs/tinty-mine.conf")
        == "My Scheme|Ann&#39;s|666666|999999|1.00000000\n"
    )
  }

  /// A repository's list of templates that cannot be used.
  enum BadList: CaseIterable {
    case alias, tooLarge, missing, outside

    var text: String? {
      switch self {
      case .alias: "a: &a [x]\nb: *a\n"
      case .tooLarge: String(repeating: "#", count: 2 << 20)
      case .missing: nil
      case .outside: "default: { extension: .x, output: ../../out }\n"
      }
    }

    var message: String {
      switch self {
      case .alias: "config.yaml:2:4: expected a value, found an alias (*)"
      case .tooLarge: "config.yaml:1:1: expected at most 1048576 bytes of YAML"
      case .missing: "config.yaml cannot be read"
      case .outside: "config.yaml:1:10: expected a path inside the repository"
      }
    }
  }

  @Test(
    "If a list of templates is missing, too large or unsafe, it is refused with its path",
    arguments: BadList.allCases
  )
  func refused(list: BadList) throws {
    let file = "mine/templates/config.yaml"
    if let text = list.text {
      try desk.home.write(text, to: file)
    } else {
      try #require(unlink(desk.home.file(file)) == 0)
    }
    #expect(try desk.nightctl("programs", "on", "tinty-mine").exit == .exited(2))
    let shown = try desk.nightctl("programs")
    #expect((shown.output + shown.errors).contains(list.message), "\(shown)")
    #expect(desk.home.list(".local/state/nightd/programs") == [])
  }
}

import Glibc
import TestSupport
import Testing

/// Pictures in the three formats, and files that are no pictures.
@Suite("`theme from`")
struct ThemeFromPictureTests {
  private static let folder = ".local/share/nightd/themes"
  /// A picture of 8 by 8 pixels in shades of blue.
  static let png =
    "89504e470d0a1a0a0000000d49484452000000080000000808020000004b6d29dc0000001749444154789c6314b1"
    + "59c5c2c08a0db1316005835302000b2801817aa0902b0000000049454e44ae426082"
  /// A red picture of the same size.
  static let red =
    "89504e470d0a1a0a0000000d49484452000000080000000808020000004b6d29dc000000114944415478da6338a1"
    + "218715310c2d09008ace4381353e75f50000000049454e44ae426082"
  private static let webp =
    "524946463e000000574542505650384c310000002f07c00100b93244f43f7611d1ff0091b6cdd054ddbfb2a12b20"
    + "10a04c15265090b601d33dff3ea63226603f5b0b40ff0100"
  static let jpeg =
    "ffd8ffdb00430050373c463c32504641465a55505f78c882786e6e78f5afb991c8"
    + String(repeating: "ff", count: 47) + "db004301555a5a786978eb8282eb"
    + String(repeating: "ff", count: 55)
    + "c00011080008000803011100021101031101ffc40014000100000000000000000000000000000003ffc40014100100"
    + "000000000000000000000000000000ffc4001501010100000000000000000000000000000203ffc400141101000000"
    + "00000000000000000000000000ffda000c03010002110311003f003541ffd9"
  private static let transparent =
    "89504e470d0a1a0a0000000d4948445200000004000000040806000000a9f19e7e0000001549444154789c636464"
    + "624e6140024c0c6880b000001bde007271e1dd470000000049454e44ae426082"
  /// 32,768 by 32,768 pixels in 74 bytes.
  private static let bomb =
    "89504e470d0a1a0a0000000d49484452000080000000800008020000004b1e34280000001149444154789c636018"
    + "05a360140c77000003e80001b3a6d3460000000049454e44ae426082"

  private let desk: Desk

  init() throws { desk = try Desk() }

  private func write(_ hexadecimal: String, to path: String) throws {
    try desk.home.write(Archives.bytes(hexadecimal), to: path)
  }

  @Test(
    "`theme from` makes a valid light and a valid dark theme from a picture; `--use` chooses both",
    arguments: [("a.png", png), ("a.jpeg", jpeg), ("a.webp", webp)]
  )
  func formats(name: String, picture: String) throws {
    try desk.startDaemon()
    try write(picture, to: name)
    let path = desk.home.file(name)
    let made = try desk.nightctl("theme", "from", path, "--as", "lake", "--use")
    #expect(made.exit == .exited(0), "\(made)")
    #expect(desk.home.list(Self.folder).sorted() == ["lake-dark.json5", "lake-light.json5"])
    let check = try desk.nightctl("theme", "check", "lake-light", "lake-dark")
    #expect(check.output == "no theme has a mistake\n", "\(check)")
    let text = try #require(desk.home.text("\(Self.folder)/lake-light.json5"))
    #expect(text.contains("\"picture\": \"~/\(name)\""), "\(text)")
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    #expect(try desk.printed("get", "--json").contains("\"theme\":\"lake-dark\""))
    let first = desk.home.text("\(Self.folder)/lake-dark.json5")
    let again = try desk.nightctl("theme", "from", path, "--as", "lake")
    #expect(again.exit == .exited(1) && again.errors.contains("--replace replaces it"))
    let replaced = try desk.nightctl("theme", "from", path, "--as", "lake", "--replace")
    #expect(replaced.exit == .exited(0), "\(replaced)")
    #expect(desk.home.text("\(Self.folder)/lake-dark.json5") == first)
  }

  @Test(
    "If a new theme hides a system-wide theme, nightctl says so once, and says how to undo this"
  )
  func hides() throws {
    let system = "system/data/nightd/themes/lake-dark.json5"
    try write(Self.png, to: "lake.png")
    try desk.home.write("{ style: 'dark' }", to: system)
    let sentence =
      "note: your theme “lake-dark” hides the system-wide theme of this name, "
      + "\(desk.home.file(system)); to undo this, run nightctl theme remove lake-dark\n"
    let made = try desk.nightctl("theme", "from", desk.home.file("lake.png"))
    #expect(made.exit == .exited(0) && made.output.contains(sentence), "\(made)")
    #expect(!made.output.contains("“lake-light” hides"))
    let again = try desk.nightctl("theme", "from", desk.home.file("lake.png"), "--replace")
    #expect(again.exit == .exited(0) && !again.output.contains("hides"), "\(again)")
    #expect(try desk.nightctl("theme", "remove", "lake-dark").exit == .exited(0))
    let imported = try desk.nightctl("theme", "import", desk.home.file(system))
    #expect(imported.output.contains(sentence), "\(imported)")
  }

  @Test("Without a daemon, `--use` makes the themes and says how to use them later")
  func notUsed() throws {
    try write(Self.png, to: "a.png")
    let made = try desk.nightctl("theme", "from", desk.home.file("a.png"), "--use")
    #expect(made.exit == .exited(3) && made.output.hasPrefix("a-light: a light theme"), "\(made)")
    #expect(
      made.errors.hasPrefix(
        "nightctl: the themes are installed, but not in use yet; to use them, run nightctl theme use "
          + "--light a-light --dark a-dark\n"
      ),
      "\(made)"
    )
  }

  @Test("A theme's name is refused only if its file's name would have more than 255 bytes")
  func longName() throws {
    try write(Self.png, to: "a.png")
    let path = desk.home.file("a.png")
    let longest = String(repeating: "n", count: 243)
    #expect(try desk.nightctl("theme", "from", path, "--as", longest).exit == .exited(0))
    #expect(desk.home.list(Self.folder).contains(longest + "-light.json5"))
    let refused = try desk.nightctl("theme", "from", path, "--as", longest + "n")
    #expect(refused.exit == .exited(2) && refused.errors.contains("at most 243"), "\(refused)")
    try desk.home.write("{ style: 'dark' }", to: "b.json5")
    let name = longest + "1234567"
    let import250 = try desk.nightctl("theme", "import", desk.home.file("b.json5"), "--as", name)
    #expect(import250.errors.contains("has 250 bytes, but at most 249 are possible"))
    #expect(desk.home.list(Self.folder).count == 2)
  }

  @Test("In a theme's name, a letter and a separate accent are combined into one character")
  func decomposed() throws {
    func names() -> [[UInt8]] { desk.home.list(Self.folder).map { Array($0.utf8) } }
    let (given, usual) = ("cafe\u{301}", "caf\u{e9}")
    try write(Self.png, to: given + ".png")
    let path = desk.home.file(given + ".png")
    for more in [[], ["--as", given, "--replace"]] {
      let made = try desk.nightctl(["theme", "from", path] + more)
      #expect(made.exit == .exited(0), "\(made)")
      let files = ["dark", "light"].map { Array("\(usual)-\($0).json5".utf8) }
      #expect(names() == files)
    }
    let ignored = "\(Self.folder)/\(given).json5"
    try desk.home.write("{ name: '\(given)', style: 'dark' }", to: ignored)
    let check = try desk.nightctl("theme", "check")
    #expect(check.output.contains("; nightctl theme import "), "\(check)")
    let imported = try desk.nightctl("theme", "import", desk.home.file(ignored))
    #expect(imported.exit == .exited(0), "\(imported)")
    #expect(names().contains(Array("\(usual).json5".utf8)))
    #expect(try desk.nightctl("theme", "check", usual).exit == .exited(0))
  }

  private static let damaged: [(String, String)] = [
    (String(png.dropLast(60)), "the PNG picture is damaged or cut off"),
    (String(jpeg.dropLast(40)), "the JPEG picture is damaged or cut off"),
    (String(webp.dropLast(40)), "the WebP picture is damaged, cut off, or animated"),
    (bomb, "the picture is larger than 200 megapixels or 32768 pixels on a side"),
    (transparent, "none of its pixels is opaque"), ("", "expected a JPEG, PNG or WebP picture"),
    ("3c7376672f3e", "expected a JPEG, PNG or WebP picture"),
  ]

  @Test(
    "If a file is not a complete picture, `theme from` prints the reason and makes no theme",
    arguments: damaged
  )
  func broken(picture: String, reason: String) throws {
    try write(picture, to: "a.png")
    let refused = try desk.nightctl("theme", "from", desk.home.file("a.png"))
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.hasSuffix(": \(reason)\n"), "\(refused)")
    #expect(desk.home.list(Self.folder) == [])
  }

  @Test("`theme from` refuses a missing file, a folder or a pipe at once, with the reason")
  func noFile() throws {
    try #require(mkfifo(desk.home.file("pipe"), 0o600) == 0)
    for (name, reason) in [
      ("none.png", "No such file or directory"), (".", "it is not a file"),
      ("pipe", "it is not a file"),
    ] {
      let refused = try desk.nightctl("theme", "from", desk.home.file(name))
      #expect(refused.exit == .exited(1) && refused.errors.hasSuffix(": \(reason)\n"), "\(refused)")
    }
  }
}

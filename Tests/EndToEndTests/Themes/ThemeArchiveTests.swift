import TestSupport
import Testing

/// Archives with themes, and archives that are broken or hostile.
@Suite("nightctl theme import with archives")
struct ThemeArchiveTests {
  private static let kitty = """
    background #101418
    foreground #e0e4e8
    color0 #000000
    color1 #aa0000
    color2 #00aa00
    color3 #aaaa00
    color4 #0000aa
    color5 #aa00aa
    color6 #00aaaa
    color7 #aaaaaa

    """
  private static let night = "{ style: 'dark', parent: 'midnight', colors: {accent: '#88aaff'} }\n"
  private static let pair = [
    ArchiveEntry("sea/README.md", "Colours of the sea.\n"), ArchiveEntry("sea/lagoon.conf", kitty),
  ]
  /// The same files, as `xz` and `zstd` compress them.
  private static let xz = Archives.bytes(
    "fd377a585a0000016922de36020021011c00000010cf58cce00bff00bc5d003999484470ccacf91e9a7926189805fb"
      + "853fe850eabafff0e8263f5083797e7f7dbddd4b27f13e2f745c9e8402f487a4f6226e0a489e0900975aa19e56"
      + "ca260030738fbb58f0acc535bdda0d3909c060220f50d1ba544b7fa7569b396f13f1644c317afa0cfc8d23bab3"
      + "b0a2c35b74ba0959959bf5c28b541aee23f747feaf867713c8468ebcbd00a723c5dd5db2cb0919a5fcb9212647"
      + "37b6a010ee562c47ab724936f29ab65bb993d18a7574ad9d7e1b4f074c34bfd1234061f600005c55987d0001d4"
      + "0180180000a7e7f6883e300d8b020000000001595a"
  )
  private static let zstd = Archives.bytes(
    "28b52ffd64000bc5050062091d1860770e73f7aaff6364400afe211f272498ef959288cc9201bf51103ffcdb"
      + "0e3f73dbf7b7756d5976d50f7044183946d9117038e8d8b585aeaca5443d7720bb570c2fbafa09ae6ee995f0"
      + "3815081ee7c609dba877caacab4e9459e5b19929aff2f09c6365858f15c28215b282855190a5111e671d2070"
      + "294db11a73a102ea8d442198458cc1c40eb646fb87d81a31b1556c04df1db525c418354337c801d21a9d7aa4"
      + "a5168c58920e483ea43e10024c01ec4c4209b1464ce8"
  )

  private let home: ThemeHome

  init() throws { home = try ThemeHome() }

  private var themes: [String] { home.home.list(ThemeHome.folder).sorted() }

  // MARK: - Archives with themes

  @Test(
    "`theme import` finds the theme in each kind of archive, and counts the files without a theme",
    arguments: [
      ("sea.tar", Archives.tar(pair)), ("sea.tar.gz", Archives.gzip(Archives.tar(pair))),
      ("sea.tar.xz", xz), ("sea.tar.zst", zstd), ("sea.zip", Archives.zip(pair)),
      ("without-an-ending", Archives.zip(pair)),
    ]
  )
  func kinds(name: String, bytes: [UInt8]) throws {
    try home.home.write(bytes, to: name)
    let finished = try home.theme("import", name)
    #expect(finished.exit == .exited(0) && finished.errors == "", "\(finished)")
    let path = home.path("lagoon.json5")
    #expect(finished.output.hasPrefix("lagoon: a dark theme of "), "\(finished)")
    #expect(finished.output.contains(" values, in \(path)\n"), "\(finished)")
    #expect(finished.output.hasSuffix("\(name): note: one file in it is not a theme\n"))
    #expect(themes == ["lagoon.json5"])
    #expect(try home.theme("check", "lagoon").output == "no theme has a mistake\n")
  }

  /// Themes in several formats, and files that look like themes.
  private static let pack: [(String, String)] = [
    ("pack/kitty/a.conf", kitty), ("pack/b.json5", night),
    ("pack/base16/c.yaml", base16), ("pack/images/d/theme.json5", picture),
    ("pack/images/d/img/logo.png", "1"), ("pack/vscode/e.json", code),
    ("pack/table/f.txt", "NORMAL NIGHT\n#ffffff #343434 BG\n#000000 #eeeeee TEXT\n"),
    ("pack/.github/g.json5", "not a theme"), ("pack/LICENSE", "Do what you want.\n"),
    ("pack/ci.yml", "name: CI\non: push\n"), ("pack/package.json", #"{"style": "a.css"}"#),
    ("pack/list.json", "[1, 2]"), ("pack/renovate.json5", "{extends: ['config:base']}"),
    ("pack/empty.txt", ""), ("pack/inner.zip", "PK\u{3}\u{4}"),
  ]
  private static let base16 =
    "system: base16\nname: Reef\nvariant: dark\npalette:\n"
    + (0..<16).map {
      "  base0" + String($0, radix: 16, uppercase: true) + ": \"#1020\($0 + 10)\"\n"
    }
    .joined()
  private static let picture =
    "{ style: 'dark', parent: 'midnight', images: {logo: 'img/logo.png'} }"
  private static let code =
    ##"{"name": "Coral", "type": "dark", "colors": {"editor.background": "#101010", "##
    + ##""editor.foreground": "#eeeeee""##
    + ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"]
    .map { ", \"terminal.ansi\($0)\": \"#aabbcc\"" }.joined() + "}}"

  @Test("`theme import` does the same with an archive as with the folder from which it was made")
  func folder() throws {
    for (path, text) in Self.pack { try home.home.write(text, to: path) }
    let made = try home.theme("import", "pack")
    #expect(made.exit == .exited(0), "\(made)")
    let names = [
      "NIGHT.json5", "NORMAL.json5", "a.json5", "b.json5", "coral.json5", "d", "reef.json5",
    ]
    #expect(themes == names)
    #expect(made.output.contains("\npack: note: 7 files in it are not themes\n"), "\(made)")
    let texts = names.map { home.text($0) }
    let entries = Self.pack.map { ArchiveEntry($0.0, $0.1) }
    try home.home.write(Archives.zip(entries), to: "pack.zip")
    let again = try home.theme("import", "pack.zip", "--replace")
    #expect(
      again.output.replacing("pack.zip/pack", with: "pack").replacing("pack.zip:", with: "pack:")
        == made.output
    )
    #expect(names.map { home.text($0) } == texts)
    #expect(home.text("d/img/logo.png") == "1")
  }

  @Test("If a folder has themes in several formats, `--as` adds a prefix to theme and parent names")
  func prefix() throws {
    for (path, text) in Self.pack { try home.home.write(text, to: path) }
    let child = "{ name: 'child', style: 'dark', parent: 'b', colors: {accent: '#fff'} } // mine\n"
    try home.home.write(child, to: "pack/child.json5")
    let made = try home.theme("import", "pack", "--as", "acme")
    #expect(made.exit == .exited(0) && made.errors == "", "\(made)")
    #expect(
      themes == [
        "acme-NIGHT.json5", "acme-NORMAL.json5", "acme-a.json5", "acme-b.json5",
        "acme-child.json5", "acme-coral.json5", "acme-d", "acme-reef.json5",
      ]
    )
    #expect(made.output.contains("pack/kitty/a.conf:1:1: note: “a” declares no style"), "\(made)")
    #expect(!made.output.contains("“acme”"), "\(made)")
    #expect(
      home.text("acme-child.json5")
        == child.replacing("'child'", with: "\"acme-child\"").replacing("'b'", with: "\"acme-b\"")
    )
    #expect(home.text("acme-b.json5") == Self.night)
    #expect(try home.theme("check").exit == .exited(0))
    let again = try home.theme("import", "pack", "--as", "acme").errors
    #expect(
      again.contains("--replace replaces it, --as NAME begins each theme's name with NAME-"),
      "\(again)"
    )
  }

  @Test("A theme without a name is called after its archive, and `--as` gives it another name")
  func names() throws {
    let bytes = Archives.tar([ArchiveEntry("theme.json5", Self.night)])
    try home.home.write(Archives.gzip(bytes), to: "tide.tar.gz")
    #expect(try home.theme("import", "tide.tar.gz").exit == .exited(0))
    #expect(try home.theme("import", "tide.tar.gz", "--as", "ebb").exit == .exited(0))
    let line = "exec '\(Built.nightctl)' theme import - --as flow < tide.tar.gz"
    let finished = try Program.run(
      "/bin/sh",
      ["-c", line],
      environment: ["LANG": "C.UTF-8", "HOME": home.home.path],
      folder: home.home.path
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(themes == ["ebb", "flow", "tide"])
  }

  @Test(
    "If a theme in an archive has a mistake, the mistake's place is reported; nothing is imported"
  )
  func mistake() throws {
    let broken = Self.night.replacing("'#88aaff'", with: "'#88aaf'")
    try home.home.write(
      Archives.zip(Self.pair + [ArchiveEntry("sea/deep.json5", broken)]),
      to: "sea.zip"
    )
    let finished = try home.theme("import", "sea.zip")
    #expect(finished.exit == .exited(1) && finished.output == "")
    #expect(finished.errors.hasPrefix("sea.zip/sea/deep.json5:1:57: error: "), "\(finished)")
    #expect(finished.errors.hasSuffix("nothing was imported: there is one error\n"))
    #expect(themes == [])
  }

  // MARK: - Hostile archives

  struct Hostile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let reason: String

    init(_ what: String, _ bytes: [UInt8], _ reason: String) {
      (testDescription, self.bytes, self.reason) = (what, bytes, reason)
    }
  }

  private static let unknownKind = "unpacks tar, tar.gz, tar.xz, tar.zst and zip"
  private static let damaged = "the archive is damaged or cut off"
  private static let tooLarge = "its files have more than 64 MiB"
  private static let theme = ArchiveEntry("a.json5", night)
  private static let ownFolder = ArchiveEntry("a/theme.json5", night)
  private static func named(_ name: String) -> ArchiveEntry { ArchiveEntry(name, night) }
  /// An entry that gives the next one a name of any length.
  private static func longName(_ name: String) -> ArchiveEntry {
    ArchiveEntry("././@LongLink", name + "\u{0}").with(\.type, "L")
  }

  private static let hostileNames: [Hostile] = [
    Hostile("..", Archives.tar([named("../a.json5")]), "“../a.json5” leads out of the archive"),
    Hostile(".. inside", Archives.tar([named("a/../../b.json5")]), "leads out of the archive"),
    Hostile(".. in a zip", Archives.zip([named("a/../../b.json5")]), "leads out of the archive"),
    Hostile("an absolute name", Archives.tar([named("/etc/a.json5")]), "leads out of the archive"),
    Hostile("a backslash", Archives.zip([named("..\\a.json5")]), "leads out of the archive"),
    Hostile("an escape", Archives.tar([named("\u{1B}[31m.json5")]), "has a control character"),
    Hostile("a line end", Archives.zip([named("a\nb.json5")]), "has a control character"),
    Hostile("a C1 control", Archives.zip([named("a\u{9B}b.json5")]), "has a control character"),
    Hostile(
      "no UTF-8",
      Archives.tar([theme, theme.with(\.name, [0xFF, 0x2E])]),
      "the name of its entry 2 is not UTF-8"
    ),
    Hostile(
      "no UTF-8 although the zip says so",
      Archives.zip([theme.with(\.name, [0xC3, 0x28]).with(\.flags, 1 << 11)]),
      "is not UTF-8"
    ),
    Hostile("no name", Archives.tar([named(".")]), "has no name"),
    Hostile(
      "a long name",
      Archives.tar([longName(String(repeating: "a", count: 1_025)), theme]),
      "a name in it has more than 1024 bytes"
    ),
    Hostile(
      "a deep folder",
      Archives.tar([named(String(repeating: "a/", count: 16) + "b")]),
      "are nested too deeply"
    ),
    Hostile(
      "a name twice",
      Archives.tar([theme, theme]),
      "two of its entries are called “a.json5”"
    ),
    Hostile(
      "a name twice in a zip",
      Archives.zip([theme, theme]),
      "two of its entries are called"
    ),
    Hostile(
      "a name twice in two forms",
      Archives.tar([named("\u{E9}.json5"), named("e\u{301}.json5")]),
      "two of its entries are called"
    ),
    Hostile("a file as a folder", Archives.tar([named("a"), named("a/b")]), "“a/b”"),
    Hostile("a folder as a file", Archives.tar([named("a/b"), named("a")]), "“a”"),
    Hostile(
      "4097 files",
      Archives.tar((0...4_096).map { ArchiveEntry("\($0)") }),
      "it has more than 4096 entries"
    ),
  ]

  private static let linkTypes: [(type: Character, reason: String)] = [
    ("1", "it is a link"), ("2", "it is a link"), ("3", "neither a file nor a folder"),
    ("4", "neither a file nor a folder"), ("6", "neither a file nor a folder"),
  ]
  private static let hostileLinks: [Hostile] =
    linkTypes.map { type, reason in
      let other = ArchiveEntry("a/other").with(\.type, type)
      return Hostile("type \(type) in a theme", Archives.tar([ownFolder, other]), reason)
    } + [
      Hostile(
        "only a link",
        Archives.tar([ArchiveEntry("a.json5").with(\.type, "2")]),
        "contains no theme"
      ),
      Hostile(
        "a link in a zip",
        Archives.zip([ownFolder, ArchiveEntry("a/b", "/etc/passwd").with(\.mode, 0o120777)]),
        "it is a link"
      ),
    ]

  private static let hostileSizes: [Hostile] = [
    Hostile("1 GB of zeros in zstd", Archives.zstdZeros(8_192), tooLarge),
    Hostile(
      "1 GB of zeros in gzip",
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Archives.deflatedZeros(1 << 30),
      tooLarge
    ),
    Hostile(
      "1 GB of zeros in a zip",
      Archives.zip([
        theme.with(\.bytes, Archives.deflatedZeros(1 << 30)).with(\.method, 8)
          .with(\.wholeSize, 1 << 30)
      ]),
      tooLarge
    ),
    Hostile(
      "4 GB of memory for LZMA",
      Archives.zip([
        theme.with(\.bytes, [9, 20, 5, 0, 0x5D, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0])
          .with(\.method, 14).with(\.wholeSize, 100)
      ]),
      "needs too much memory or time (nightd-archive was ended by"
    ),
    Hostile("8 GB stated", Archives.tar([theme.with(\.size, "77777777777")]), damaged),
    Hostile("more than there is", Archives.tar([theme.with(\.size, "00000010000")]), damaged),
    Hostile("a size that is no number", Archives.tar([theme.with(\.size, "x8888888888")]), damaged),
  ]

  private static let damagedArchives: [Hostile] = [
    Hostile("a tar cut off in a file", Array(Archives.tar([theme]).dropLast(1_400)), damaged),
    Hostile("a tar cut off between entries", Archives.tar([theme, theme], end: []), damaged),
    Hostile("a tar with one byte", [0x75], damaged),
    Hostile("a wrong checksum", Archives.tar([theme.with(\.checksumError, 1)]), damaged),
    Hostile("a later one", Archives.tar([theme, named("b").with(\.checksumError, 1)]), damaged),
    Hostile("gzip's checksum", Archives.gzip(Archives.tar(pair), checksumError: 1), damaged),
    Hostile("gzip's size", Archives.gzip(Archives.tar(pair), sizeError: 1), damaged),
    Hostile("gzip cut off", Array(Archives.gzip(Archives.tar(pair)).dropLast(9)), damaged),
    Hostile("gzip of a text", Archives.gzip(Array(kitty.utf8)), damaged),
    Hostile("gzip of nothing", Archives.gzip([]), damaged),
    Hostile("gzip in gzip", Archives.gzip(Archives.gzip(Archives.tar(pair))), damaged),
    Hostile("bzip2", Array("BZh91AY&SY".utf8), unknownKind),
    Hostile("7z", Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C, 0, 4], unknownKind),
    Hostile("RAR", Array("Rar!".utf8) + [0x1A, 7, 1, 0], unknownKind),
    Hostile("xz cut off", Array(xz.dropLast(30)), damaged),
    Hostile("xz with a wrong byte", xz.enumerated().map { $0 == 150 ? ~$1 : $1 }, damaged),
    Hostile("zstd cut off", Array(zstd.dropLast(5)), damaged),
    Hostile("zstd with a wrong byte", zstd.enumerated().map { $0 == 150 ? ~$1 : $1 }, damaged),
    Hostile("a zip's checksum", Archives.zip([theme], checksumError: 1), damaged),
    Hostile("a zip cut off", Array(Archives.zip([theme]).dropLast(60)), damaged),
    Hostile("a zip of noise", Array("PK\u{3}\u{4}".utf8) + (0...255), damaged),
    Hostile("an unknown method", Archives.zip([theme.with(\.method, 77)]), damaged),
    Hostile("an encrypted zip", Archives.zip([theme.with(\.flags, 1)]), "it is encrypted"),
    Hostile("an empty zip", Archives.zip([]), damaged),
    Hostile("an empty tar", Archives.tar([]), "contains no theme"),
    Hostile(
      "an archive in an archive",
      Archives.tar([named("b.zip").with(\.bytes, Archives.zip([theme]))]),
      "contains no theme"
    ),
  ]

  @Test(
    "`theme import` refuses a hostile archive with the reason, and writes nothing",
    arguments: hostileNames + hostileLinks + hostileSizes + damagedArchives
  )
  func hostile(archive: Hostile) throws {
    // Without an ending, only the bytes could show what the file is.
    try home.home.write(archive.bytes, to: "a.tar")
    let finished = try home.theme("import", "a.tar")
    #expect(finished.exit == .exited(1) && finished.output == "", "\(finished)")
    #expect(finished.errors.contains(archive.reason), "\(finished)")
    #expect(finished.errors.contains("a.tar"), "\(finished)")
    #expect(themes == [])
  }
}

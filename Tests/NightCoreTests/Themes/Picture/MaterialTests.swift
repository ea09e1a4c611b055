import Testing

@testable import NightCore

/// The values are those of materialyoucolor 3.0.4 from PyPI, with the specification of 2021.
@Suite("Material's colours")
struct MaterialTests {
  private static let names = [
    "primary", "onPrimary", "primaryContainer", "onPrimaryContainer", "secondary",
    "secondaryContainer", "tertiary", "tertiaryContainer", "background", "onSurface",
    "surfaceVariant", "onSurfaceVariant", "outline", "surfaceContainerHigh", "error",
  ]

  private static let schemes: [(String, MaterialScheme.Method, Style, String)] = [
    (
      "a54dca", .tonalSpot, .light,
      """
      765084 ffffff f8d8ff 5d386b 69596d f1dcf4 815250 ffdad8\
       fff7fb 1f1a1f ebdfe9 4c444d 7d747d efe5ed ba1a1a
      """
    ),
    (
      "182530", .tonalSpot, .dark,
      """
      98ccf9 003350 034b71 cce5ff b8c8d9 394856 d1bfe7 4e4162\
       101417 e0e3e8 42474d c2c7ce 8c9198 272a2e ffb4ab
      """
    ),
    (
      "bb1d6d", .content, .light,
      """
      960054 ffffff bb1d6d ffd6e2 964164 fe97bc 912100 bb2e02\
       fff8f8 25181c fcdae3 584048 8b7078 fbe2e8 ba1a1a
      """
    ),
    (
      "132cde", .content, .dark,
      """
      bdc2ff 00159e 132cde b0b8ff bdc2ff 39428c f4aeff 81009f\
       12131c e3e1ef 444656 c5c5d9 8f8fa2 292933 ffb4ab
      """
    ),
    (
      "d63a14", .content, .dark,
      """
      ffb4a3 621000 d63a14 fffaf9 ffb4a3 822d19 edc157 926e00\
       1e100c f9dcd6 5b403a e4beb5 ab8981 372622 ffb4ab
      """
    ),
    (
      "6d7485", .content, .dark,
      """
      c0c6d9 29303f 6d7485 fdfbff c5c6ce 474950 d8c0d2 826e7e\
       131314 e5e2e3 45474c c6c6cc 8f9096 2a2a2b ffb4ab
      """
    ),
    (
      "d6237b", .fidelity, .light,
      """
      b10062 ffffff d6237b fff7f7 9d3b63 fe89b3 006910 008517\
       fff8f8 26171c fdd9e3 594047 8c6f78 fce1e8 ba1a1a
      """
    ),
    (
      "2ed91e", .fidelity, .dark,
      """
      53f73f 013a00 2ed91e 035900 83db6e 056601 ffcad5 ffa1b8\
       0d160a dbe6d2 3d4b37 bbcbb2 86957e 232c20 ffb4ab
      """
    ),
    (
      "3f721f", .neutral, .light,
      """
      586150 ffffff dde6d0 41493a 5b6055 e0e4d6 56624b d9e7ca\
       fbf9f5 1b1c1a e4e2df 474744 787774 eae8e4 ba1a1a
      """
    ),
    (
      "cb1971", .neutral, .dark,
      """
      dcbfc6 3e2b31 564147 f9dbe2 d5c2c6 514347 e2bdc7 5a3f47\
       151313 e8e1e1 4a4646 ccc5c5 958f90 2c292a ffb4ab
      """
    ),
    (
      "174494", .rainbow, .light,
      """
      375ca9 ffffff d9e2ff 1a438f 575e71 dce2f9 725572 fdd7fa\
       f9f9f9 1b1b1b e2e2e2 474747 777777 e8e8e8 ba1a1a
      """
    ),
    (
      "d6493c", .rainbow, .dark,
      """
      ffb4aa 5f150f 7d2b23 ffdad5 e7bdb7 5d3f3b dfc38c 574419\
       131313 e2e2e2 474747 c6c6c6 919191 2a2a2a ffb4ab
      """
    ),
    (
      "9d5c34", .fruitSalad, .light,
      """
      984063 ffffff ffd9e3 7a294b 8b4a62 ffd9e3 8c4e28 ffdbc9\
       fff8f6 261811 ffdbc9 5c4131 91705f fee3d6 ba1a1a
      """
    ),
    (
      "60be31", .fruitSalad, .dark,
      """
      efc048 3e2e00 5a4300 ffdf98 e7c26c 5a4300 aad291 2d4f1c\
       0f150b dee5d4 3e4a35 bdcbb0 87957c 252c21 ffb4ab
      """
    ),
  ]

  @Test(
    "Each colour of a scheme that nightd generates equals the colour in Material's scheme",
    arguments: schemes
  )
  func scheme(source: String, method: MaterialScheme.Method, style: Style, expected: String) throws
  {
    let source = HCT(Pixel(try #require(UInt32(source, radix: 16))).asColor)
    let colors = MaterialScheme(source, method, style).colors()
    for (name, expected) in zip(Self.names, expected.split(separator: " ")) {
      let found = try #require(colors.first { $0.name == name }).color
      #expect(found.text == "#" + expected, "\(name)")
    }
  }

  private static let pictures: [(Int, Int, String, String)] = [
    (0, 128, "3ef516", "628f16:78 b3936e:77 c3ce79:72"),
    (1, 128, "76f32e", "bd1671:82 a5d25b:78 ce3b83:75"),
    (2, 128, "6af11f", "3b88de:88 daf391:86 1746ba:83"),
    (3, 128, "4233e7", "f4d6b3:81 14f1c3:80 210cce:80"),
    (4, 128, "4b0bf7", "c27ebd:83 2bedd0:76 23dee3:75"),
    (5, 128, "e41a2d", "ea8aec:77 5023c9:76 3dd00e:74"),
  ]

  @Test("nightd finds the same main colours in a picture as Material", arguments: pictures)
  func clusters(number: Int, count: Int, source: String, largest: String) {
    let pixels = (0..<4_096).map { place in
      let (x, y) = (place % 64, place / 64)
      return Pixel(
        red: (x * 7 + y * (number + 1)) % 256,
        green: (x * x / (number + 2) + y * 5) % 256,
        blue: (x * y / 8 + number * 40) % 256
      )
    }
    let clusters = ColorClusters.find(pixels)
    #expect(clusters.count == count)
    let first = clusters.sorted {
      ($1.count, $0.color.asColor.text) < ($0.count, $1.color.asColor.text)
    }
    .prefix(3).map { "\($0.color.asColor.text.dropFirst()):\($0.count)" }
    #expect(first.joined(separator: " ") == largest)
    #expect(ColorClusters.source(of: clusters).color.text == "#" + source)
  }

  @Test(
    "In themes made from a picture, all text has a contrast of at least 4.5",
    arguments: MaterialScheme.Method.allCases
  )
  func readable(method: MaterialScheme.Method) throws {
    // In the first one, Material's own colours have a contrast of 4.499.
    for source: UInt32 in [0x7FFE7F, 0x000000, 0xFF0000, 0x2020C0, 0xC0B020] {
      for file in PictureThemes.make([Pixel(source)], method, named: "a", title: "a.png") {
        let text = ThemeText(
          name: file.name,
          origin: .user,
          file: file.name,
          content: .bytes(Array(file.text.utf8))
        )
        var line = ThemeLine(file.name) { $0 == file.name ? text : BuiltInThemes.text($0) }
        let resolved = line.resolve()
        let theme = try #require(resolved)
        let poor = ThemeCheck.pairs(theme).filter { $0.contrast < ThemeCheck.leastContrast }
        #expect(poor.isEmpty, "\(source) \(file.name): \(poor)")
      }
    }
  }

  @Test(
    "A picture without colours gets Material's default blue, and transparent pixels are ignored"
  )
  func grey() {
    let grey = Pixel(red: 128, green: 128, blue: 128)
    let color = ColorClusters.source(of: ColorClusters.find([grey])).color
    #expect(color.text == "#4285f4")
    #expect(
      PictureThemes.pixels(in: "ff0000ff00ff0080\n0000ffff00000000\n") == [
        Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 0, blue: 255),
      ]
    )
    #expect(PictureThemes.pixels(in: "ff0000f\n") == nil)
    #expect(PictureThemes.pixels(in: "ff0000fg\n") == nil)
  }
}

import NightCore
import Testing

/// Compares calculated colours with published values.
@Suite("Perception of colours")
struct ColorLightTests {
  private static func isNear(_ left: [Double], _ right: [Double], _ within: Double) -> Bool {
    zip(left, right).allSatisfy { abs($0 - $1) <= within }
  }

  @Test(
    "OKLab values agree with the table that OKLab's inventor published",
    arguments: [
      ([0.950, 1.000, 1.089], [1.000, 0.000, 0.000]), ([1, 0, 0], [0.450, 1.236, -0.019]),
      ([0, 1, 0], [0.922, -0.671, 0.263]), ([0, 0, 1], [0.153, -1.415, -0.449]),
    ]
  )
  func table(xyz: [Double], expected: [Double]) {
    let lab = OKLab(xyz: SIMD3(xyz))
    #expect(Self.isNear([lab.lightness, lab.a, lab.b], expected, 0.0006), "\(lab)")
  }

  @Test(
    "oklch() colours agree with the browsers' conformance tests",
    arguments: [
      ("oklch(51.975% 0.17686 142.495)", [0, 50.196, 0]),
      ("oklch(50% 0.2 0)", [70.492, 2.351, 37.073]),
      ("oklch(50% 0.2 270)", [23.056, 31.73, 82.628]),
      ("oklch(80% 0.15 160)", [32.022, 85.805, 61.147]),
      ("oklch(55% 0.15 345)", [67.293, 27.791, 52.28]),
    ]
  )
  func browsers(written: String, percents: [Double]) throws {
    let color = try Color(reading: written)
    let found = [color.red, color.green, color.blue].map { $0 * 100 }
    #expect(Self.isNear(found, percents, 0.003), "\(found)")
  }

  @Test("A colour outside the gamut becomes a colour of the same hue and nearly the same lightness")
  func gamut() throws {
    for hue in stride(from: 0.0, to: 360, by: 7) {
      for lightness in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let wanted = OKLCh(lightness: lightness, chroma: 0.4, hue: hue)
        let found = OKLCh(wanted.color())
        #expect(abs(found.lightness - lightness) < 0.021, "\(lightness) \(hue)")
        let apart = abs(found.hue - hue)
        // At this chroma, a hue difference of `widest` is a colour difference of about 0.02.
        let widest = 0.021 / max(found.chroma, 0.021) * 180 / Double.pi
        #expect(min(apart, 360 - apart) <= widest * 1.6, "\(lightness) \(hue) \(found.hue)")
      }
    }
  }

  @Test("A colour is unchanged after conversion to OKLCh and back")
  func bothWays() {
    for red in stride(from: 0.0, through: 1, by: 0.2) {
      for green in stride(from: 0.0, through: 1, by: 0.2) {
        for blue in stride(from: 0.0, through: 1, by: 0.2) {
          let color = Color(red: red, green: green, blue: blue)
          let found = OKLCh(color).color()
          #expect(Self.isNear([found.red, found.green, found.blue], [red, green, blue], 1e-6))
        }
      }
    }
  }

  @Test(
    "The contrast of two colours agrees with the formula of WCAG 2",
    arguments: [
      ("#000", "#fff", 21), ("#fff", "#fff", 1), ("#767676", "#fff", 4.54), ("#777", "#fff", 4.48),
      ("#f00", "#fff", 4.00), ("#00f", "#fff", 8.59), ("#0f0", "#fff", 1.37),
      ("#f00", "#00f", 2.15),
      ("#949494", "#fff", 3.03), ("#595959", "#fff", 7.0), ("#008000", "#fff", 5.14),
    ] as [(String, String, Double)]
  )
  func contrast(one: String, two: String, expected: Double) throws {
    let one = try Color(reading: one), two = try Color(reading: two)
    #expect(abs(one.contrast(with: two) - expected) < 0.006, "\(one.contrast(with: two))")
    #expect(one.contrast(with: two) == two.contrast(with: one))
  }

  @Test("The luminance of a colour is the weighted sum of its primaries")
  func luminance() throws {
    let colors = ["#f00", "#0f0", "#00f", "#fff", "#000", "#808080"]
    let found = try colors.map { try Color(reading: $0).luminance }
    #expect(Self.isNear(found, [0.2126, 0.7152, 0.0722, 1, 0, 0.2159], 0.0001), "\(found)")
  }

  @Test("Fading a colour reduces its alpha, so that less of the colour behind it is covered")
  func alpha() throws {
    let half = try Color(reading: "#ff0000").faded(0.5)
    #expect(half.faded(0.5).alpha == 0.25)
    let white = Color(red: 1, green: 1, blue: 1)
    #expect(half.over(white) == Color(red: 1, green: 0.5, blue: 0.5))
    #expect(half.faded(0).over(white) == white)
    #expect(white.over(half) == white)
    #expect(half.faded(0).over(white.faded(0)).alpha == 0)
    let both = half.over(Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    #expect(Self.isNear([both.red, both.blue, both.alpha], [2.0 / 3, 1.0 / 3, 0.75], 1e-12))
  }

  @Test(
    "Colours are mixed perceptually; mixing in a fully transparent colour changes only the alpha"
  )
  func mixing() throws {
    let white = Color(red: 1, green: 1, blue: 1), black = Color(red: 0, green: 0, blue: 0)
    #expect(white.mixed(with: black, by: 0) == white)
    #expect(white.mixed(with: black, by: 1) == black)
    #expect(white.mixed(with: black, by: .nan) == white)
    // In CSS, color-mix(in oklab, white, black) is the grey of lightness 0.5.
    #expect(white.mixed(with: black, by: 0.5).text == "#636363")
    let red = try Color(reading: "#f00")
    // A fully transparent colour does not affect the result.
    #expect(red.mixed(with: black.faded(0), by: 0.5).text == "#ff000080")
    #expect(red.faded(0).mixed(with: black.faded(0), by: 0.5).alpha == 0)
  }
}

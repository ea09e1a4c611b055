import Foundation
import NightKit
import Testing

@Suite("Colours")
struct ColorTests {
  @Test(
    "Each form of a colour that a theme may contain is read, and any other text is rejected",
    arguments: [
      ("#fff", Color.white), ("#1f5fc4", Color(hex: 0x1f5fc4)),
      ("rgb(31 95 196)", Color(hex: 0x1f5fc4)),
      ("#00000080", Color(hex: 0x000000, alpha: 128.0 / 255)), ("white", .white), ("", nil),
      ("#12", nil), ("nothing", nil), ("#ggg", nil),
    ] as [(String, Color?)]
  )
  func reading(text: String, expected: Color?) { #expect(Color(text) == expected) }

  @Test("A colour's text is read back as the same colour")
  func writing() throws {
    for color in [
      Color.white, .black, .clear, Color(hex: 0x1f5fc4), Color(hex: 0x102030, alpha: 0.2),
    ] {
      #expect(Color(color.hex) == color)
    }
  }

  // A number with more than six digits traps, and so ends the program; CONTRIBUTING.md explains why
  // no exit test checks this trap.
  @Test("A number with six hexadecimal digits is a colour")
  func digits() {
    #expect(Color(hex: 0xffffff) == .white)
    #expect(Color(hex: 0x0000ff, alpha: 0.5).hex == "#0000ff80")
  }

  @Test("A colour is printed as its text, and is unchanged after it is written and read as JSON")
  func stored() throws {
    #expect("\(Color(hex: 0x1f5fc4))" == "#1f5fc4")
    let mixed = Color.white.mixed(with: Color(hex: 0x1f5fc4), by: 0.3).faded(0.7)
    for color in [Color.white, .clear, Color(hex: 0x1f5fc4), mixed] {
      let data = try JSONEncoder().encode([color])
      #expect(try JSONDecoder().decode([Color].self, from: data) == [color])
    }
    #expect(
      String(decoding: try JSONEncoder().encode([Color.black]), as: UTF8.self) == ##"["#000000"]"##
    )
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Color].self, from: Data(##"["#12"]"##.utf8))
    }
  }

  @Test("Colours can be mixed, faded and painted over each other, and have a contrast ratio")
  func arithmetic() {
    #expect(Color.white.mixed(with: .black, by: 0) == .white)
    #expect(Color.white.mixed(with: .black, by: 1) == .black)
    #expect(Color.white.faded(0.5).over(.black).hex == "#808080")
    #expect(Color.white.contrast(with: .black) == 21)
  }

  @Test(
    "A role's default is its colour in the built-in light theme",
    arguments: [
      ThemeKey<Color>.background, .onBackground, .surface, .onSurface, .surfaceVariant,
      .onSurfaceVariant, .primary, .onPrimary, .secondary, .onSecondary, .success, .onSuccess,
      .warning, .onWarning, .error, .onError, .link, .selection, .onSelection, .separator,
      .disabled,
      .shadow,
    ]
  )
  func roles(key: ThemeKey<Color>) throws {
    let name = try #require(key.name)
    #expect(Theme.builtIn(.light).color(name) == key.default)
    #expect(Theme.builtIn(.dark).color(name) != nil)
  }

  @Test("The built-in theme has exactly 22 roles")
  func allRoles() { #expect(Theme.builtIn(.light).colors.count == 22) }
}

@Suite("Transitions")
struct TransitionTests {
  private let transition = Transition(from: .light, to: .dark)

  @Test("A transition takes as long as the appearance advises, or as requested")
  func advised() {
    #expect(transition.duration == .milliseconds(300))
    #expect(Transition(from: .light, to: .dark, duration: .seconds(1)).duration == .seconds(1))
    #expect(Transition(from: .light, to: .dark, duration: .seconds(-1)).duration == .zero)
  }

  @Test("A transition between equal appearances takes no time")
  func still() { #expect(Transition(from: .dark, to: .dark).duration == .zero) }

  @Test("With reduced motion, a transition takes no time, even if a duration is requested")
  func reduced() {
    let still = Appearance(.dark, isMotionReduced: true)
    let transition = Transition(from: .light, to: still, duration: .seconds(1))
    #expect(transition.duration == .zero)
    #expect(transition.isOver(after: .zero))
    #expect(transition.appearance(after: .zero) == still)
  }

  @Test(
    "A transition equals its first appearance at progress 0 or less, and its last at 1 or more",
    arguments: [
      (-1.0, Appearance.light), (0, .light), (1, .dark), (2, .dark), (.infinity, .dark),
      (.nan, .dark),
    ]
  )
  func ends(progress: Double, expected: Appearance) {
    #expect(transition.appearance(at: progress) == expected)
  }

  @Test("A transition mixes colours in OKLab and interpolates numbers")
  func between() throws {
    let from = Theme("a", .light, colors: ["x": .white], numbers: ["gap": 2])
    let to = Theme("b", .dark, colors: ["x": .black], numbers: ["gap": 6])
    let transition = Transition(
      from: Appearance(.light, theme: from, accent: .white),
      to: Appearance(.dark, theme: to, accent: .black)
    )
    let half = transition.appearance(at: 0.5)
    // To the eye, the middle between black and white is a grey whose sRGB value is less than 128.
    #expect(half.theme.color("x")?.hex == "#636363")
    #expect(half.theme.number("gap") == 4)
    #expect(half.accent?.hex == "#636363")
    #expect(half.style == .dark)
    #expect(half.theme.name == "b")
    for (name, color) in half.theme.colors {
      let ends = [transition.from.theme.color(name), transition.to.theme.color(name)]
      #expect(ends.allSatisfy { $0 == ends.first } || !ends.contains(color), "\(name)")
    }
  }

  @Test("A transition never goes backwards, and is slow at its beginning and at its end")
  func monotone() {
    let steps = (0...300).map { transition.progress(after: .milliseconds($0)) }
    #expect(steps.first == 0)
    #expect(steps.last == 1)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(steps[10] < 0.01)
    #expect(steps[150] == 0.5)
  }

  @Test("If only one of two themes has a colour, the colour stays unchanged during the transition")
  func onlyOne() {
    let from = Theme("a", .light, colors: ["old": .white])
    let to = Theme("b", .light, colors: ["new": .black])
    let half = Transition(from: Appearance(.light, theme: from), to: Appearance(.light, theme: to))
      .appearance(at: 0.5)
    #expect(half.theme.color("new") == .black)
    #expect(half.theme.color("old") == .white)
  }
}

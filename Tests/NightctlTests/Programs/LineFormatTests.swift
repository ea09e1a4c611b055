import NightCore
import Testing

@testable import nightctl

@Suite struct LineFormatTests {
  private func state(_ style: Style, reason: Reason = .schedule) -> ThemedSnapshot {
    var snapshot = ChangeEnvironmentTests.snapshot(style)
    snapshot.appearance.reason = reason
    let isDark = style == .dark
    return ThemedSnapshot(
      snapshot: snapshot,
      colors: [
        ("surface", Color(red: isDark ? 0 : 1, green: 0, blue: 0, alpha: isDark ? 0.5 : 1)),
        ("onSurface", Color(red: isDark ? 1 : 0, green: 0, blue: 0)),
      ]
    )
  }

  static let refusals: [(text: String, message: String)] = [
    (
      "{stlye}",
      "“{stlye}” is not {style}, {previous}, {theme}, {reason}, {contrast}, {accent}, {next}, "
        + "{next-style} or {color.ROLE}; did you mean “{style}”?"
    ),
    (
      "{surfac}",
      "“{surfac}” is not {style}, {previous}, {theme}, {reason}, {contrast}, {accent}, {next}, "
        + "{next-style} or {color.ROLE}; did you mean “{color.surface}”?"
    ),
    (
      "waybr",
      "“waybr” is not a format: name waybar, polybar, i3blocks, i3status or plain, or write a "
        + "text with a placeholder such as {style}; did you mean “waybar”?"
    ),
    ("{style", "a { in --format has no } after it; write {{ for a brace"),
    ("style}", "a } in --format has no { before it; write }} for a brace"),
    ("{color.}", "{color.} in --format needs a role, as in {color.surface}"),
  ]

  @Test(
    "If the format for `watch --format` is invalid, the error suggests the most similar word",
    arguments: refusals
  )
  func refused(text: String, message: String) {
    #expect(throws: LineTemplate.Flaw(message: message)) { try LineFormat(text) }
  }

  @Test("Doubled braces become single braces, and placeholders are replaced by their values")
  func template() throws {
    var printer = LinePrinter(try LineFormat(#"{{"text":"{style}"}} {reason} {color.onSurface}"#))
    #expect(printer.line(for: state(.dark)) == ##"{"text":"dark"} schedule #ff0000"##)
  }

  @Test("`watch --format` prints no line twice in a row, and can show the previous style")
  func changes() throws {
    var printer = LinePrinter(try LineFormat("{previous}>{style}"))
    #expect(printer.line(for: state(.light)) == ">light")
    #expect(printer.line(for: state(.light, reason: .hold)) == nil)
    #expect(printer.line(for: state(.dark)) == "light>dark")
    #expect(printer.line(for: state(.dark, reason: .choice)) == nil)
    #expect(printer.line(for: state(.light)) == "dark>light")
  }

  @Test("A bar's block gets colours without transparency")
  func opaque() {
    #expect(
      BarFormat.i3blocks.text(of: state(.dark))
        == ##"{"full_text":" dark ","short_text":" D ","color":"#ff0000","background":"#000000"}"##
    )
    #expect(BarFormat.polybar.text(of: state(.light)) == "%{B#ff0000}%{F#000000} light %{F-}%{B-}")
  }

  @Test("A tooltip contains no characters that have a meaning in markup")
  func markup() {
    var state = state(.dark)
    state.snapshot.appearance.theme = "a & <b>"
    #expect(
      BarFormat.waybar.text(of: state)
        == #"{"text":"dark","alt":"dark","class":"dark","#
        + #""tooltip":"dark, as the schedule says\ntheme a ＆ ‹b›"}"#
    )
  }

  @Test(
    "The formats `plain` and `waybar` need no theme colours, unlike a format that contains colours"
  )
  func colors() throws {
    #expect(try !LineFormat("waybar").needsColors)
    #expect(try !LineFormat("plain").needsColors)
    #expect(try !LineFormat("{style}").needsColors)
    #expect(try LineFormat("polybar").needsColors)
    #expect(try LineFormat("{color.surface}").needsColors)
  }
}

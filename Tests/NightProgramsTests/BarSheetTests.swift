import NightCore
import NightPrograms
import Testing

@Suite("Waybar's style sheet")
struct BarSheetTests {
  private func rules(_ sheet: String) throws -> String {
    let path = "/home/ann/.config/waybar/style.css"
    let context = ProgramContext(
      ColorScheme(style: .light, theme: "made-up", roles: [:]),
      BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
      exists: { $0 == path },
      text: { $0 == path ? sheet : nil }
    )
    return try #require(ShippedPrograms.program("waybar").wanted(context).files.first?.text)
  }

  @Test(
    "If a user's sheet has a rule for *, labels and images in modules do not get the rule's colours"
  )
  func stars() throws {
    let text = try rules("* { color: white; background-color: #111; }\n")
    #expect(text.contains("window#waybar label,\nwindow#waybar image {"))
    #expect(text.contains("color: inherit;"))
    #expect(text.contains("window#waybar {\n  background-color: @night_surfaceVariant;"))
  }

  @Test(
    "A transparent bar with coloured modules stays transparent, and only its modules are coloured",
    arguments: [
      (
        "window#waybar { background: transparent; }\n#clock, #tray { background: #112233; }",
        "window#waybar #clock,\nwindow#waybar #tray {"
      ),
      (
        "/* a */ @import 'x.css';\nwindow#waybar { background-color: rgba(0, 0, 0, 0); }\n"
          + ".modules-left, #clock:hover { background: alpha(@base, 0.9) }",
        "window#waybar .modules-left {"
      ),
      (
        "window#waybar{background:rgba(0,0,0,0.2)}#clock{background:@base}#clock{background:none}"
          + "window#waybar #cpu{background:@base}",
        "window#waybar #cpu {"
      ),
    ]
  )
  func pills(_ sheet: String, _ rule: String) throws {
    let text = try rules(sheet)
    #expect(text.contains("window#waybar {\n  background-color: transparent;"), "\(text)")
    #expect(text.contains("}\n" + rule + "\n  background-color: @night_surfaceVariant;"), "\(text)")
  }

  @Test(
    "A transparent bar without coloured modules gets a background on which its text is readable"
  )
  func strip() throws {
    #expect(
      try rules("window#waybar { background: transparent; }")
        .contains("background-color: alpha(@night_surfaceVariant, 0.7);")
    )
    #expect(
      try rules("window#waybar { background: rgba(0, 0, 0, 0.85); }")
        .contains("background-color: alpha(@night_surfaceVariant, 0.85);")
    )
  }
}

import NightPrograms
import Testing

@Suite("Lines in users' files that still need nightd's files")
struct RemainingLineTests {
  private static let file = ColorFile("/home/a/.local/state/nightd/programs/foot.ini", "")
  private static let line = "include=~/.local/state/nightd/programs/foot.ini"

  private func find(_ text: String, or lines: [String] = [line]) -> [String] {
    RemainingLines.find(naming: [Self.file], or: lines, in: Array(text.utf8))
  }

  @Test(
    "A line that refers to nightd's file is found, whatever form of the file's path the line uses",
    arguments: [
      line,
      "include = ~/.local/state/nightd/programs/foot.ini",
      "include=/home/a/.local/state/nightd/programs/foot.ini",
      "include=$XDG_STATE_HOME/nightd/programs/foot.ini",
      "include=\"/home/a/.local/state/nightd/programs/foot.ini\" # colours",
    ]
  )
  func named(_ line: String) {
    #expect(find("font=a\n\t\(line) \r\n[main]\n") == [line])
  }

  @Test(
    "A line that sets nightd's theme name is found even if its spaces differ or a comment follows",
    arguments: ["theme = \"nightd\"", "theme=\"nightd\"", "theme = \"nightd\"  # dark"]
  )
  func otherSpaces(_ line: String) {
    #expect(find(line, or: ["theme = \"nightd\""]) == [line])
  }

  @Test(
    "A setting of nightd's theme is found even if its sections are written in another form",
    arguments: [
      ("color: { theme: nightd }", "theme: nightd"),
      ("color: { theme: nightd }", "theme: 'nightd'"),
      ("color: { theme: nightd }", "color: {theme: \"nightd\"}"),
      ("theme.theme = \"nightd\"", "theme = \"nightd\""),
      ("theme.theme = \"nightd\"", "theme = { a = 1, theme = \"nightd\" }"),
    ]
  )
  func otherForm(line: String, rewritten: String) {
    #expect(find("color:\n  \(rewritten)\n", or: [line]) == [rewritten])
  }

  @Test("A setting whose value lacks nightd's name is found only as nightd writes it")
  func shared() {
    #expect(find("theme: custom\n", or: ["color: { theme: custom }"]) == [])
  }

  @Test(
    "A comment, a line for another file and a longer value are not found as remaining lines",
    arguments: [
      "# \(line)", "; \(line)", "// \(line)", "/* \(line) */", "-- \(line)",
      "include=~/.local/state/nightd/programs/kitty.conf", "theme = \"nightd2\"", "", "\n\n",
    ]
  )
  func others(_ line: String) {
    #expect(find(line, or: ["theme = \"nightd\""]) == [])
  }

  @Test("An option that begins with two hyphens is not a comment")
  func option() {
    #expect(find("--theme=ansi\n", or: ["--theme=ansi"]) == ["--theme=ansi"])
  }

  @Test("Every matching line is found, and an empty pattern matches no line")
  func several() {
    let line = Self.line
    #expect(find("\(line)\n\nx\n\(line)", or: ["", line]) == [line, line])
    #expect(find("\n \n", or: [""]) == [])
  }
}

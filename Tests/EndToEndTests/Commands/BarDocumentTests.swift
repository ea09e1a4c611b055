import Glibc
import TestSupport
import Testing

/// The commands of docs/bars.md, which users paste into the files of their bars.
@Suite("docs/bars.md")
struct BarDocumentTests {
  /// A command as the document shows it, the same command for a shell, and the start of its output.
  static let commands: [(text: String, shell: String, begins: String)] = [
    ("nightctl watch --format waybar", "watch --format waybar", #"{"text":"dark","alt":"dark","#),
    ("nightctl watch --format polybar", "watch --format polybar", "%{B#1c2027}%{F#e6eaf0} dark "),
    ("nightctl watch --format i3blocks", "watch --format i3blocks", #"{"full_text":" dark ","#),
    (
      #"nightctl watch --format '{{\"text\": \"{style}\", \"state\": \"Idle\"}}'"#,
      #"watch --format '{{"text": "{style}", "state": "Idle"}}'"#,
      #"{"text": "dark", "state": "Idle"}"#
    ),
    (
      "nightctl watch --format '{color.onSurface}'", "watch --format '{color.onSurface}'", "#e6eaf0"
    ),
    (#""nightctl watch""#, "watch", "dark"), (#"["nightctl", "watch"]"#, "watch", "dark"),
    (
      #"[watch, --format, "style|string|{style}\n"]"#,
      "watch --format \"$(printf 'style|string|{style}\\n.' )\"", "style|string|dark"
    ),
  ]

  private static var blocks: [Documentation.Block] {
    get throws { try Documentation("docs/bars.md").blocks }
  }

  @Test(
    "Each command in docs/bars.md prints lines in the format of the status bar that uses it",
    arguments: commands
  )
  func modules(text: String, shell: String, begins: String) throws {
    #expect(try Self.blocks.contains { $0.text.contains(text) })
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    let watch = try desk.startShell("exec \"$NIGHTCTL\" \(shell)")
    #expect(try watch.nextLine().hasPrefix(begins))
  }

  @Test("Every command in docs/bars.md is tested")
  func complete() throws {
    let known =
      Self.commands.map(\.text) + [
        "i3status | nightctl watch --format i3status", "nightctl watch --exec -- sh -c '",
      ]
    for block in try Self.blocks {
      for line in block.text.split(separator: "\n") where line.contains("watch") {
        #expect(known.contains { line.contains($0) }, "\(line)")
      }
    }
  }

  @Test(
    "The command for Waybar's style sheet writes the theme's colours",
    .enabled(if: Tool.path("pkill") != nil, "there is no pkill")
  )
  func styleSheet() throws {
    let script = try #require(try Self.blocks.first { $0.kind == "sh" }).text
    let desk = try Desk()
    try desk.home.write("", to: ".config/waybar/style.css")
    // Replace pkill, because the test must not signal a Waybar of this machine.
    try desk.home.write("#!/bin/sh\necho \"pkill $*\"\n", to: "bin/pkill")
    try desk.home.write("#!/bin/sh\nexec \"$NIGHTCTL\" \"$@\"\n", to: "bin/nightctl")
    _ = try desk.run(
      "/bin/chmod",
      "+x",
      desk.home.file("bin/pkill"),
      desk.home.file("bin/nightctl")
    )
    try desk.startDaemon()
    let watch = try desk.startShell("PATH=$HOME/bin:$PATH\n" + script)
    #expect(try watch.nextLine() == "pkill -USR2 -x waybar")
    let sheet = ".config/waybar/nightd.css"
    #expect(
      try desk.run("/bin/cat", desk.home.file(sheet)).output
        == "@define-color nightd_surface #ffffff;\n@define-color nightd_text #1c2128;\n"
    )
    try desk.set("dark")
    #expect(try watch.nextLine() == "pkill -USR2 -x waybar")
    #expect(try desk.run("/bin/cat", desk.home.file(sheet)).output.contains("#1c2027"))
  }

  @Test("docs/bars.md lists every placeholder and contains the style sheet that nightctl writes")
  func placeholders() throws {
    let rows = try TextFile(Built.sourceRoot + "/docs/bars.md").lines.filter {
      $0.hasPrefix("| `{")
    }
    let names = rows.map { row in String(row.dropFirst(4).prefix { $0 != "}" }) }
    let refused = try Program.run(Built.nightctl, ["watch", "--format", "{}"])
    #expect(refused.exit == .exited(2))
    for name in names { #expect(refused.errors.contains("{\(name)}"), "\(name)") }
    #expect(names.count == 9)
  }
}

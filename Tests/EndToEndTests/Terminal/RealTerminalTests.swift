import TestSupport
import Testing

/// `nightctl --terminal` in real terminal programs.
@Suite(.enabled(if: RealTerminal.skipReason == nil, "\(RealTerminal.skipReason ?? "")"))
struct RealTerminalTests {
  private static let unreported =
    "nightctl: the terminal reports neither a colour scheme nor a background; leave out --terminal "
    + "to ask nightd\n"

  private static func json(_ style: String, _ background: String) -> String {
    #"{"style":"\#(style)","source":"terminal","by":"background","background":"\#(background)"}"#
      + "\n"
  }

  @Test(
    "`nightctl get --terminal` reads the background colour that xterm reports",
    arguments: [("black", "dark", "#000000"), ("white", "light", "#ffffff")]
  )
  func xterm(color: String, style: String, background: String) throws {
    let terminal = try RealTerminal(background: color)
    let got = try terminal.output(of: #""$NIGHTCTL" get --terminal --json"#)
    #expect(got == Self.json(style, background))
    #expect(
      try terminal.output(of: #""$NIGHTCTL" watch --terminal || echo $?"#)
        == "\(style)\nnightctl: the terminal does not report changes of its style; nightctl get "
        + "--terminal asks it again, and nightctl watch follows nightd\n3\n"
    )
  }

  @Test(
    "tmux reports the background of a pane",
    .enabled(if: Tool.path("tmux") != nil, "tmux is missing"),
    arguments: [("#101010", "dark"), ("#eeeeee", "light")]
  )
  func tmux(background: String, style: String) throws {
    // The terminal outside tmux has the opposite style.
    let terminal = try RealTerminal(background: style == "dark" ? "white" : "black")
    let got = try terminal.output(
      of: #""$NIGHTCTL" get --terminal"#,
      in: "tmux",
      before: "tmux select-pane -P bg=\(background)"
    )
    #expect(got == style + "\n")
  }

  @Test(
    "Inside tmux, nightctl gets the outer terminal's style if tmux reports a style",
    .enabled(if: Tool.path("tmux") != nil, "tmux is missing")
  )
  func plainTmux() throws {
    let terminal = try RealTerminal(background: "black")
    let got = try terminal.output(of: #""$NIGHTCTL" get --terminal"#, in: "tmux")
    #expect([Self.unreported, "dark\n"].contains(got), "tmux 3.3a reports nothing")
  }

  @Test(
    "Inside screen, nightctl gets the background of the outer terminal",
    .enabled(if: Tool.path("screen") != nil, "screen is missing"),
    arguments: [("black", "dark", "#000000"), ("white", "light", "#ffffff")]
  )
  func screen(color: String, style: String, background: String) throws {
    let terminal = try RealTerminal(background: color)
    let got = try terminal.output(of: #""$NIGHTCTL" get --terminal --json"#, in: "screen")
    #expect(got == Self.json(style, background))
  }
}

/// An xterm on a virtual screen.
final class RealTerminal {
  static let skipReason =
    Screen.skipReason ?? (Tool.path("xterm") == nil ? "xterm is missing" : nil)

  private let desk: Desk
  private let screen: Screen
  private let background: String

  init(background: String) throws {
    desk = try Desk()
    screen = try Screen(desk)
    self.background = background
  }

  /// Runs shell code in the terminal, and returns what it prints on both outputs.
  ///
  /// With `multiplexer`, the code runs in tmux or screen, which itself runs in the terminal.
  func output(
    of text: String,
    in multiplexer: String? = nil,
    before: String = ":"
  ) throws -> String {
    let folder = desk.home
    try folder.write(
      "\(before)\n{ \(text); } >\(folder.file("output")) 2>&1\n",
      to: "text"
    )
    let shell = ["/bin/sh", folder.file("text")]
    let command: [String]
    switch multiplexer {
    case "tmux": command = ["tmux", "-f", "/dev/null", "new-session", shell.joined(separator: " ")]
    case "screen": command = ["screen", "-c", "/dev/null"] + shell
    default: command = shell
    }
    let folders = try ["TMUX_TMPDIR", "SCREENDIR"].map { ($0, try folder.makeFolder($0)) }
    let environment = desk.environment.merging(folders) { $1 }.merging([
      "DISPLAY": screen.display, "NIGHTCTL": Built.nightctl, "SHELL": "/bin/sh",
    ]) { $1 }
    let done = try Program.run(
      "xterm",
      ["-bg", background, "-e"] + command,
      environment: environment
    )
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("end with 0", of: "xterm", instead: "\(done)")
    }
    return folder.text("output") ?? ""
  }
}

import TestSupport
import Testing

@Suite(
  "tmux as a program that nightd colours",
  .enabled(if: Tool.path("tmux") != nil, "tmux is missing")
)
struct TmuxProgramTests {
  private let desk: Desk
  private let variables: [String: String]

  init() throws {
    desk = try Desk()
    try desk.home.write("set -g status-style 'bg=#{?client_prefix,red,blue}'\n", to: ".tmux.conf")
    variables = ["TMUX_TMPDIR": try desk.home.makeFolder("tmux")]
    try desk.startDaemon(adding: variables)
  }

  @discardableResult
  private func tmux(_ words: String...) throws -> String {
    let environment = desk.environment.merging(variables) { $1 }
    let done = try Program.run("tmux", words, environment: environment)
    try #require(done.exit == .exited(0), "\(done)")
    return done.output
  }

  private func programs(_ word: String) throws {
    let done = try desk.nightctl(["programs", word, "tmux"], adding: variables)
    #expect(done.exit == .exited(0), "\(done)")
  }

  @Test("`off` restores tmux's global styles, even if a session and a window have their own styles")
  func restores() throws {
    try tmux("new-session", "-d", "-s", "one")
    defer { _ = try? tmux("kill-server") }
    try tmux("new-session", "-d", "-s", "two")
    try tmux("set", "-t", "two", "status-style", "bg=yellow")
    try tmux("setw", "-t", "two", "mode-style", "bg=yellow")
    let before = try tmux("show", "-g")
    let window = try tmux("show", "-gw")
    try programs("on")
    #expect(try tmux("show", "-gv", "status-style").hasPrefix("bg=#"))
    try programs("off")
    #expect(try tmux("show", "-g") == before)
    #expect(try tmux("show", "-gw") == window)
    #expect(try tmux("show", "-v", "-t", "two", "status-style") == "bg=yellow\n")
  }

  @Test("`off` keeps each style that the user has set in a running tmux since `on`")
  func keepsLaterStyles() throws {
    try tmux("new-session", "-d")
    defer { _ = try? tmux("kill-server") }
    try programs("on")
    let config = try #require(desk.home.text(".tmux.conf"))
    try desk.home.write(config.replacing("blue", with: "green"), to: ".tmux.conf")
    try tmux("source-file", desk.home.file(".tmux.conf"))
    #expect(try tmux("show", "-gv", "status-style").hasPrefix("bg=#"))
    try tmux("set", "-g", "mode-style", "bg=yellow")
    try tmux("set", "-g", "clock-mode-colour", "#010203")
    try desk.nightctl("set", "dark")
    #expect(
      try becomesTrue { try tmux("show", "-gwv", "mode-style").hasPrefix("bg=#") }
    )
    try tmux("set", "-g", "message-style", "bg=cyan")
    try programs("off")
    #expect(try tmux("show", "-gv", "status-style") == "bg=#{?client_prefix,red,green}\n")
    #expect(try tmux("show", "-gwv", "mode-style") == "bg=yellow\n")
    #expect(try tmux("show", "-gwv", "clock-mode-colour") == "#010203\n")
    #expect(try tmux("show", "-gv", "message-style") == "bg=cyan\n")
    #expect(!(try tmux("show", "-g")).contains("nightd"))
  }
}

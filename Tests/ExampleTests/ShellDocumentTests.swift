import TestSupport
import Testing

@Suite("docs/shell.md")
struct ShellDocumentTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
  }

  private func block(_ kind: String, _ ordinal: Int = 0) throws -> String {
    let blocks = try Documentation("docs/shell.md").blocks.filter { $0.kind == kind }
    try #require(blocks.count > ordinal)
    return blocks[ordinal].text
  }

  /// What a program prints for each style, and what it prints after the daemon has stopped
  /// publishing.
  private func printed(_ program: String, _ arguments: [String]) throws -> [String] {
    try ["dark", "light", "dark", ""].map { style in
      if style.isEmpty {
        desk.expectDaemonsToEnd()
        try desk.endOwner()
      } else {
        #expect(try desk.nightctl("set", style).exit == .exited(0))
      }
      let finished = try Program.run(program, arguments, environment: desk.environment)
      #expect(finished.errors == "")
      return finished.output
    }
  }

  @Test("The script in docs/shell.md prints the style, or a default style if nightd does not run")
  func script() throws {
    let text = try block("sh")
    #expect(try printed("/bin/sh", ["-c", text]) == ["dark\n", "light\n", "dark\n", "light\n"])
  }

  @Test("The bash prompt in docs/shell.md follows the style")
  func bash() throws {
    let text = try block("bash") + "eval \"$PROMPT_COMMAND\"; echo \"$PS1\"\n"
    let colors = try printed("/bin/bash", ["--norc", "-c", text]).map {
      $0.contains("38;5;117m") ? "dark" : $0.contains("38;5;25m") ? "light" : $0
    }
    #expect(colors == ["dark", "light", "dark", "light"])
  }

  @Test(
    "The zsh prompt in docs/shell.md follows the style",
    .enabled(if: Tool.path("zsh") != nil, "zsh is missing")
  )
  func zsh() throws {
    let zsh = try #require(Tool.path("zsh"))
    let text = try block("zsh") + "for f in $precmd_functions; do $f; done; print -r -- $PROMPT\n"
    let colors = try printed(zsh, ["-f", "-c", text]).map {
      $0.contains("%F{117}") ? "dark" : $0.contains("%F{25}") ? "light" : $0
    }
    #expect(colors == ["dark", "light", "dark", "light"])
  }

  @Test(
    "The fish variable and colour in docs/shell.md follow the style",
    .enabled(if: Tool.path("fish") != nil, "fish is missing")
  )
  func fish() throws {
    let fish = try #require(Tool.path("fish"))
    let text = try block("fish") + "emit fish_prompt; echo $nightd_style $fish_color_cwd\n"
    #expect(
      try printed(fish, ["--no-config", "-c", text])
        == ["dark 87d7ff\n", "light 005faf\n", "dark 87d7ff\n", "light 005faf\n"]
    )
  }

  @Test("The starship module's commands print the style, or nothing if nightd does not run")
  func starship() throws {
    let lines = try block("toml").split(separator: "\n")
    func command(_ key: String) throws -> String {
      let line = try #require(lines.first { $0.hasPrefix("\(key) = '") })
      return String(line.dropFirst(key.count + 4).dropLast())
    }
    let text = "if \(try command("when")); then \(try command("command")); fi"
    #expect(try printed("/bin/sh", ["-c", text]) == ["☾\n", "☀\n", "☾\n", ""])
  }

  @Test("The shell loop in docs/shell.md reads `nightctl watch --file` and prints each change")
  func watch() throws {
    let folder = Built.nightctl.split(separator: "/").dropLast().joined(separator: "/")
    let loop = try Program.start(
      "/bin/sh",
      ["-c", try block("sh", 1)],
      environment: desk.environment.merging([
        "PATH": "/\(folder):\(Tool.searchPath)", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
      ]) { $1 }
    )
    #expect(try loop.nextLine() == "now light")
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    #expect(try loop.nextLine() == "now dark")
  }

  @Test(
    "In a container that shares the runtime folder, nightctl trusts the host's daemon",
    .enabled(if: Tool.path("unshare") != nil, "unshare is missing")
  )
  func container() throws {
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    let unshare = try #require(Tool.path("unshare"))
    let inside = ["--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--fork"]
    var environment = desk.environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    let probe = try Program.run(unshare, inside + ["true"], environment: environment)
    // Skip the rest on machines that forbid user namespaces.
    guard probe.exit == .exited(0) else { return }
    let get = try Program.run(unshare, inside + [Built.nightctl, "get"], environment: environment)
    #expect(get.output == "dark\n", "\(get)")
  }
}

import Glibc
import TestSupport
import Testing

/// The gallery's server with the real daemon; `make e2e` does not open its page in a browser.
@Suite("nightctl theme gallery")
struct ThemeGalleryTests {
  private static let folder = ThemeCommandTests.folder
  /// A theme's name may contain everything but a slash and control characters.
  private static let hostile = "<img src=x onerror=alert(1)>\"'&"

  private let desk: Desk

  init() throws {
    desk = try Desk()
    for (name, text) in [
      ("sea", ThemeCommandTests.sea), ("sand", ThemeCommandTests.sand),
      ("torn", ThemeCommandTests.torn),
      (Self.hostile, "{ style: 'dark', author: '</script><b>' }"),
    ] {
      try desk.home.write(text, to: "\(Self.folder)/\(name).json5")
    }
    try desk.startDaemon()
  }

  /// The members of `get --json` that Escape restores, and all stored preferences.
  private func state() throws -> [String] {
    let json = try desk.printed("get", "--json")
    let members = ["style", "theme", "choice", "chosen", "hold-until"].map { name in
      json.split(separator: ",").first { $0.contains("\"\(name)\":") }.map(String.init) ?? name
    }
    return members + [try desk.printed("prefs", "export")]
  }

  @Test("The gallery's page runs only its own script, and loads the themes separately as JSON")
  func page() throws {
    let gallery = try Gallery(desk, "--no-open")
    var nonces: Set<String> = []
    for _ in 0..<2 {
      let (status, page) = try gallery.ask("GET", "")
      #expect(status == 200)
      let nonce = try #require(page.firstMatch(of: /script-src 'nonce-([0-9a-f]{48})'/)).1
      #expect(page.contains("<script nonce=\"\(nonce)\">"))
      #expect(page.contains("<style nonce=\"\(nonce)\">") && !page.contains("§"))
      #expect(!page.contains("onerror") && !page.contains("night-vision"))
      nonces.insert(String(nonce))
    }
    #expect(nonces.count == 2)
    let (status, themes) = try gallery.ask("GET", "themes")
    #expect(status == 200)
    #expect(themes.contains("Content-Type: application/json\r\n"))
    #expect(themes.contains("X-Content-Type-Options: nosniff\r\n"))
    #expect(themes.contains(#""theme":"daylight""#))
    #expect(themes.contains(#"{"name":"sea","style":"dark","author":"","contrast":"#))
    #expect(themes.contains(##"{"name":"<img src=x onerror=alert(1)>\"'&","##))
    #expect(!themes.contains("torn"))
  }

  @Test(
    "A click uses a theme, Escape restores the earlier state, and the button Keep keeps the theme",
    arguments: [
      [], [["set", "dark"]], [["set", "light"], ["set", "dark", "--for", "1h"]],
      [["theme", "use", "sea", "--for", "1h"]], [["set", "schedule"]],
      [["set", "schedule"], ["toggle"]], [["theme", "use", "--light", "sand", "--dark", "sea"]],
      [["set", "dark"], ["theme", "use", "sand", "--until", "next"]],
    ]
  )
  func restore(commands: [[String]]) throws {
    for command in commands { try desk.nightctl(command) }
    let before = try state()
    let gallery = try Gallery(desk, "--no-open")
    #expect(try gallery.ask("POST", "restore").0 == 200)
    #expect(try state() == before)
    for (name, style) in [("sea", "dark"), ("sand", "light"), (Self.hostile, "dark")] {
      let (status, answer) = try gallery.ask("POST", "use", name)
      #expect(status == 200 && answer.contains("{\"style\":\"\(style)\","), "\(answer)")
      #expect(try desk.style() == style)
    }
    #expect(try gallery.ask("POST", "restore").0 == 200)
    #expect(try state() == before)
    #expect(try gallery.ask("POST", "use", "sea").0 == 200)
    let kept = try state()
    #expect(try gallery.ask("POST", "keep").0 == 200)
    #expect(try gallery.ask("POST", "use", "sand").0 == 200)
    #expect(try gallery.ask("POST", "restore").0 == 200)
    #expect(try state() == kept)
  }

  @Test(
    "If a theme cannot be used, the gallery gives the same reason as `theme use`",
    arguments: ["", "nope", "torn"]
  )
  func refused(name: String) throws {
    let gallery = try Gallery(desk, "--no-open")
    let before = try state()
    let (status, answer) = try gallery.ask("POST", "use", name)
    let direct = try desk.nightctl("theme", "use", name).errors.dropFirst("nightctl: ".count)
    #expect(
      status == 409 && answer.hasSuffix("\r\n\r\n\(direct.dropLast())"),
      "\(answer) \(direct)"
    )
    #expect(try state() == before)
  }

  @Test("A request without the token, or from another site, gets neither a page nor a theme")
  func strangers() throws {
    let gallery = try Gallery(desk, "--no-open")
    let path = "/\(gallery.token)/"
    for (request, status) in [
      ("GET / HTTP/1.1\r\nHost: \(gallery.host)", 404),
      ("GET \(path) HTTP/1.1\r\nHost: evil.example", 403),
      ("POST \(path)use HTTP/1.1\r\nHost: \(gallery.host)\r\nOrigin: http://evil.example", 403),
      ("GET \(path)../../../etc/passwd HTTP/1.1\r\nHost: \(gallery.host)", 404),
      (
        "GET \(path) HTTP/1.1\r\nHost: \(gallery.host)\r\nX: \(String(repeating: "a", count: 9_000))",
        431
      ),
      ("\u{16}\u{3}\u{1}", 400),
    ] {
      let connection = try gallery.connect()
      try connection.send(request + "\r\n\r\n")
      let answer = try connection.readAll()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) \r\n"), "\(answer)")
      #expect(answer.contains("Content-Length: 0\r\n") && !answer.contains("Access-Control"))
    }
  }

  @Test(
    "If slow programs use up all connections, the gallery closes them to serve the next request"
  )
  func slow() throws {
    let gallery = try Gallery(desk, "--no-open")
    let slow = try (0..<16).map { _ in try gallery.connect() }
    for connection in slow { try connection.send("GET /") }
    #expect(try gallery.ask("GET", "").0 == 200)
    for connection in slow { #expect(try connection.readAll() == "") }
  }

  @Test(
    "The gallery does not answer a program of another user",
    .enabled(
      if: geteuid() == 0 && Tool.path("setpriv") != nil && Tool.path("/usr/bin/python3") != nil
    )
  )
  func otherUser() throws {
    let gallery = try Gallery(desk, "--no-open")
    let script = """
      import http.client, sys
      connection = http.client.HTTPConnection(sys.argv[1])
      connection.request("GET", f"/{sys.argv[2]}/")
      print(connection.getresponse().status)
      """
    let own = try desk.run("/usr/bin/python3", "-c", script, gallery.host, gallery.token)
    #expect(own.output == "200\n", "\(own)")
    let other = try desk.run(
      "setpriv",
      "--reuid=65534",
      "--clear-groups",
      "/usr/bin/python3",
      "-c",
      script,
      gallery.host,
      gallery.token
    )
    #expect(other.exit == .exited(1) && other.output == "", "\(other)")
  }

  @Test("A signal ends the gallery, and the theme in use stays", arguments: [SIGINT, SIGHUP])
  func end(signal: Int32) throws {
    let gallery = try Gallery(desk, "--no-open")
    #expect(try gallery.ask("POST", "use", "sea").0 == 200)
    gallery.program.send(signal: signal)
    #expect(try gallery.program.wait() == .signalled(signal))
    #expect(try desk.printed("get", "--json").contains(#""theme":"sea""#))
  }

  @Test("xdg-open gets the address if there is a display, unless --no-open is given")
  func opened() throws {
    try #require(mkfifo(desk.home.file("opened"), 0o600) == 0)
    try desk.home.write("#!/bin/sh\necho \"$@\" >\(desk.home.file("opened"))\n", to: "bin/xdg-open")
    try #require(chmod(desk.home.file("bin/xdg-open"), 0o700) == 0)
    let variables = ["PATH": desk.home.file("bin") + ":" + Tool.searchPath, "DISPLAY": ":99"]
    let reader = try Program.start("cat", [desk.home.file("opened")])
    let quiet = try Gallery(desk, "--no-open", adding: variables)
    let without = try Gallery(desk, adding: variables.merging(["DISPLAY": ""]) { $1 })
    let gallery = try Gallery(desk, adding: variables)
    #expect(try reader.nextLine() == "http://\(gallery.host)/\(gallery.token)/")
    #expect(try reader.readLine() == nil)
    withExtendedLifetime((quiet, without)) {}
  }

  @Test("`--svg` writes a picture of all usable themes without a daemon")
  func picture() throws {
    let home = try ThemeHome()
    try home.put(ThemeCommandTests.sea, "sea.json5")
    try home.put(ThemeCommandTests.torn, "torn.json5")
    let printed = try home.theme("gallery", "--svg", "-")
    #expect(printed.exit == .exited(0) && printed.errors == "", "\(printed)")
    #expect(
      printed.output.contains("<title>6 themes</title>") && printed.output.contains(">sea</text>")
    )
    #expect(try home.theme("gallery", "--svg", "all.svg").exit == .exited(0))
    #expect(home.home.text("all.svg") == printed.output)
    let missing = try home.theme("gallery", "--svg", "no/such/all.svg")
    #expect(missing.exit == .exited(1) && missing.errors.contains("no/such/all.svg"), "\(missing)")
    let both = try home.theme("gallery", "--svg", "-", "--no-open")
    #expect(both.exit == .exited(2), "\(both)")
  }
}

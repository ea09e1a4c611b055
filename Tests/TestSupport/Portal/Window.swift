/// A window of a real program; it reports each style that it has drawn.
package final class Window {
  /// A program with a window; a script of the same name opens the window.
  package enum Client: String, CaseIterable, Sendable {
    case libadwaita
    case firefox
    case chromium
    case qt
    /// This program has no window; it reports when the portal has signalled a change.
    case listener

    package static let withWindows = allCases.filter { $0 != .listener }
  }

  /// A style, the time at which it was on the screen, and the time at which the program was
  /// notified; both times are in seconds since 1970.
  package struct Drawn: Sendable {
    package let style: String
    package let time: Double
    package let told: Double
  }

  private static let python = "/usr/bin/python3"
  private static let timeout = Duration.seconds(30)

  /// The reason why no libadwaita window can be opened here; nil if one can.
  package static let skipReason =
    DesktopPortal.skipReason ?? Screen.skipReason
    ?? (isThere ? nil : "libadwaita for Python (python3-gi, gir1.2-adw-1) is missing")

  private static var isThere: Bool {
    let probe = "import gi; gi.require_version('Adw', '1')"
    return (try? Program.run(python, ["-c", probe]))?.exit == .exited(0)
  }

  private let program: Program
  /// The version that the program reports.
  package let title: String

  /// Opens a window, without waiting for the first style that it draws.
  package init(_ client: Client, _ desk: Desk, on screen: Screen) throws {
    var environment = desk.environment.merging([
      "DISPLAY": screen.display, "XDG_DATA_DIRS": "/usr/share", "GDK_BACKEND": "x11",
      "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "NO_AT_BRIDGE": "1",
      "PYTHONDONTWRITEBYTECODE": "1",
    ]) { $1 }
    var python = Self.python
    if client == .qt {
      // Debian's Qt is too old to follow the portal, so use the one in .build.
      python = Built.sourceRoot + "/.build/qt/bin/python"
      environment["QT_QPA_PLATFORM"] = "xcb"
      environment["QT_QPA_PLATFORMTHEME"] = "xdgdesktopportal"
    }
    program = try Program.start(
      python,
      ["\(Built.sourceRoot)/Tests/Windows/\(client.rawValue).py"],
      environment: environment
    )
    title = try program.nextLine(timeout: Self.timeout)
  }

  /// Waits until the window has drawn another style, and returns this style.
  package func next() throws -> Drawn {
    let line = try program.nextLine(timeout: Self.timeout)
    let words = line.split(separator: " ")
    guard words.count == 3, let time = Double(words[1]), let told = Double(words[2]) else {
      throw ProgramError.missed("style and times", of: title, instead: "it said \(line)")
    }
    return Drawn(style: String(words[0]), time: time, told: told)
  }

  /// Waits until the window has drawn the given style.
  package func next(_ style: String) throws -> Drawn {
    while true {
      let drawn = try next()
      if drawn.style == style { return drawn }
    }
  }
}

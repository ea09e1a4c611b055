import TestSupport
import Testing

/// The signals that running KDE programs get after nightd has written `kdeglobals`.
@Suite("KDE's signals", .enabled(if: Tool.path("dbus-monitor") != nil))
struct KdeSignalTests {
  private static let settings = ".config/kdeglobals"

  @Test("nightd sends Breeze's signal before the signal that makes programs repaint")
  func order() throws {
    let desk = try Desk()
    try desk.home.write("[General]\nColorScheme=BreezeLight\n", to: Self.settings)
    for (name, color) in [("BreezeLight", "239,240,241"), ("BreezeDark", "27,30,32")] {
      try desk.home.write(
        "[Colors:Window]\nBackgroundNormal=\(color)\n\n[General]\nColorScheme=\(name)\n",
        to: ".local/share/color-schemes/\(name).colors"
      )
    }
    try desk.startDaemon()
    let monitor = try desk.startShell(
      """
      exec dbus-monitor --profile interface=org.kde.kconfig.notify \
        interface=org.kde.KGlobalSettings
      """
    )
    defer { monitor.killGroup() }
    // A monitor gives up its name when it starts to listen, so wait for NameLost.
    try line(with: "NameLost", from: monitor)
    try desk.nightctl("set", "dark")
    let first = try line(with: "org.kde.", from: monitor)
    let second = try line(with: "org.kde.", from: monitor)
    #expect(first.contains("/kdeglobals"))
    #expect(first.contains("ConfigChanged"))
    #expect(second.contains("notifyChange"))
    #expect(desk.home.text(Self.settings)?.contains("ColorScheme=BreezeDark") == true)
  }

  @discardableResult
  private func line(with word: String, from monitor: Program) throws -> String {
    while true {
      let line = try monitor.nextLine()
      if line.contains(word) { return line }
    }
  }
}

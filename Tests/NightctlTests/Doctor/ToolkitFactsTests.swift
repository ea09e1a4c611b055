@testable import nightctl
import Testing

@Suite("The toolkits of running programs")
struct ToolkitFactsTests {
  private static func process(
    _ mapped: [String],
    _ environment: [String: String] = [:],
    arguments: [String] = ["/usr/bin/paint"]
  ) -> ProcessSight {
    ProcessSight(
      identifier: 7,
      environment: environment,
      arguments: arguments,
      mapped: Set(mapped.map { "/usr/lib/x86_64-linux-gnu/" + $0 })
    )
  }

  private static let window5 = ["libQt5Gui.so.5.15.8", "qt5/plugins/platforms/libqxcb.so"]
  private static let window6 = ["libQt6Gui.so.6", "qt6/plugins/platforms/libqwayland-generic.so"]

  @Test(
    "A Qt program is recognised by its libraries and plugins",
    arguments: [
      (process(window5), QtProgram(name: "paint", version: "5.15.8", theme: nil)),
      (process(window6), QtProgram(name: "paint", version: "6", theme: nil)),
      (
        process(
          window5 + ["qt5/plugins/platformthemes/libqt5ct.so"],
          ["QT_QPA_PLATFORMTHEME": "qt5ct"]
        ),
        QtProgram(name: "paint", version: "5.15.8", theme: .ct, named: "qt5ct")
      ),
      (
        process(window6 + ["qt6/plugins/platformthemes/KDEPlasmaPlatformTheme6.so"]),
        QtProgram(name: "paint", version: "6", theme: .kde)
      ),
      (
        process(window6 + ["qt6/plugins/platformthemes/libqgtk3.so"]),
        QtProgram(name: "paint", version: "6", theme: .gtk3)
      ),
      (
        process(window6 + ["qt6/plugins/platformthemes/libqxdgdesktopportal.so"]),
        QtProgram(name: "paint", version: "6", theme: .portal)
      ),
      (
        process(window6 + ["qt6/plugins/platformthemes/libqtlxqt.so"]),
        QtProgram(name: "paint", version: "6", theme: .other)
      ),
      (
        process(window5 + ["libKF5ConfigWidgets.so.5.103.0", "qt5/plugins/styles/libkvantum.so"]),
        QtProgram(name: "paint", version: "5.15.8", theme: nil, hasKvantum: true, isKde: true)
      ),
    ]
  )
  func qt(process: ProcessSight, program: QtProgram) {
    #expect(QtProgram(process) == program)
  }

  @Test(
    "A process that shows no windows through Qt is not treated as a Qt program",
    arguments: [
      [], ["libQt5Core.so.5.15.8"], ["libQt5Gui.so.5.15.8"],
      ["libQt5Gui.so.5.15.8", "qt5/plugins/platforms/libqoffscreen.so"], ["libqxcb.so"],
    ]
  )
  func noQt(mapped: [String]) {
    #expect(QtProgram(Self.process(mapped)) == nil)
  }

  @Test("If a program uses qt5ct or qt6ct, the doctor checks whether it watches its settings")
  func watching() {
    var asked: [String] = []
    for theme in ["libqt5ct.so", "KDEPlasmaPlatformTheme.so"] {
      let files = Self.window5 + ["qt5/plugins/platformthemes/\(theme)"]
      let program = QtProgram(Self.process(files)) { name in
        asked.append(name)
        return false
      }
      #expect(program?.isWatching == (theme != "libqt5ct.so"))
    }
    #expect(asked == ["qt5ct"])
  }

  @Test(
    "A GTK program uses GTK's theme, unless it is a service or gets its style in another way",
    arguments: [
      ("/usr/bin/mousepad", ["libgtk-3.so.0.2406.32"], true),
      ("/usr/bin/gtk4-demo", ["libgtk-4.so.1.800.3"], true),
      ("/usr/bin/gnome-text-editor", ["libgtk-4.so.1", "libadwaita-1.so.0"], false),
      ("/usr/lib/firefox/firefox", ["libgtk-3.so.0", "libxul.so"], false),
      ("/usr/libexec/xdg-desktop-portal-gtk", ["libgtk-3.so.0"], false),
      ("/usr/libexec/gsd-xsettings", ["libgtk-3.so.0"], false),
      ("/usr/bin/waybar", ["libgtk-3.so.0"], false), ("/usr/bin/wofi", ["libgtk-3.so.0"], false),
      ("/usr/bin/swaync", ["libgtk-3.so.0"], false),
    ]
  )
  func gtk(program: String, mapped: [String], usesGtkTheme: Bool) {
    #expect(Self.process(mapped, arguments: [program]).usesGtkTheme == usesGtkTheme)
  }

  @Test(
    "A process is named after its program, or after the script that an interpreter runs",
    arguments: [
      (["/usr/bin/kate", "-b"], "kate"), (["kate"], "kate"),
      (["/usr/bin/python3.11", "-u", "/home/ada/paint.py", "x"], "paint.py"),
      (["python3", "-c", "import x"], "python3"), (["/usr/bin/python3"], "python3"),
      (["/usr/bin/shotwell", "a"], "shotwell"), (["gjs", "/usr/share/x/main.js"], "main.js"),
      ([], "process 7"),
      (["/usr/bin/\u{1B}[31mred\n"], "\u{FFFD}[31mred\u{FFFD}"),
    ]
  )
  func name(arguments: [String], name: String) {
    #expect(Self.process([], arguments: arguments).name == name)
  }

  @Test(
    "A program that runs on a shared Electron is called after its own folder",
    arguments: [
      (["/usr/lib/electron39/electron", "--x", "/usr/lib/obsidian/app.asar"], "obsidian"),
      (["/usr/lib/electron39/electron", "/usr/lib/signal/resources/app.asar"], "signal"),
      (["/usr/lib/electron39/electron"], "electron"),
      (["/usr/lib/electron39/electron", "600"], "electron"), (["/usr/share/code/code"], "code"),
    ]
  )
  func electron(arguments: [String], name: String) {
    #expect(Self.process([], arguments: arguments).nameOfWebProgram == name)
  }
}

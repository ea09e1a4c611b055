import NightBus
package import NightContract
import NightCore

/// A separate program that reads and follows GNOME's settings, or Cinnamon's or Budgie's switch.
final class SettingsProgram {
  struct Configuration {
    var environment: [String: String]
    /// Whether nightd runs as a systemd unit.
    var isOwnerUnit: Bool
    /// Whether GSettings stores its values only in memory.
    var hasOnlyMemory: Bool
    /// Whether gsettings is installed; without it, no program is started.
    var hasProgram: Bool
    var delays: DesktopDelays
  }

  struct Handlers {
    /// Called with each key that has a malformed value.
    var onFlaw: (String) -> Void
    /// Called if the user's systemd refuses to run the program.
    var onRefusal: (Refusal) -> Void
    /// Called after each change of `status`.
    var onChange: () -> Void
  }

  /// How many nanoseconds the program must run before nightd counts its restarts from zero again.
  private static let steadyNanoseconds: UInt64 = 60_000_000_000

  private let script: SettingsScript
  private let connection: Connection
  private let loop: Loop
  private let configuration: Configuration
  private let log: Log
  private let handlers: Handlers

  private var run: ProgramRun?
  private var lines = LineSplitter()
  private var timer: Timer?
  private var startedAt: UInt64 = 0
  private var ends = 0
  private var facts = SourceFacts()
  private(set) var status = SourceStatus.asked
  /// The keys that, according to the program, have changed since the current reading began.
  private var changed: Set<String> = []
  private var readings = 0

  init(
    _ script: SettingsScript,
    on connection: Connection,
    _ loop: Loop,
    _ configuration: Configuration,
    log: Log,
    _ handlers: Handlers
  ) {
    self.script = script
    self.connection = connection
    self.loop = loop
    self.configuration = configuration
    self.log = log
    self.handlers = handlers
  }
}

// MARK: - Running

extension SettingsProgram {
  /// Starts the program; if that fails, a handler may be called before this call returns.
  func start() {
    guard configuration.hasProgram else { return fallSilent() }
    readings = 0
    lines = LineSplitter()
    startedAt = Timer.now()
    let order = ProgramOrder(
      name: "desktop",
      purpose: "Report GNOME's settings to nightd",
      script: ShellScript(script.text),
      environment: configuration.environment,
      takesInput: true,
      isOwnerUnit: configuration.isOwnerUnit
    )
    do throws(BusError) {
      run = try ProgramRun(
        order,
        on: connection,
        loop,
        onOutput: { [unowned self] in parse($0) },
        onEnd: { [unowned self] in ended($0) }
      )
      read()
      after(configuration.delays.answer) { [unowned self] in stopWaiting() }
    } catch {
      ended(.notStarted(error))
    }
  }

  private func after(_ milliseconds: Int, _ handler: @escaping () -> Void) {
    timer = loop.timer(handler)
    timer?.set(milliseconds: milliseconds)
  }

  private func read() {
    changed = []
    run?.write(SettingsScript.read)
  }

  private func stopWaiting() {
    if status == .asked { fallSilent() }
  }

  /// Restarts the program after a delay; after too many restarts, gives up.
  ///
  /// Until nightd gives up, the program's last report stays in use.
  private func ended(_ end: ProgramEnd) {
    run = nil
    timer = nil
    if Timer.now() &- startedAt > Self.steadyNanoseconds { ends = 0 }
    // Do not restart the program, because systemd has refused to run it and would refuse again.
    if configuration.isOwnerUnit, case .notStarted(.refused(let refusal)) = end {
      handlers.onRefusal(refusal)
      return fallSilent()
    }
    let restarts = configuration.delays.restarts
    guard ends < restarts.count else {
      log.warning(Messages.settingsProgramGivenUp(end))
      return fallSilent()
    }
    after(restarts[ends]) { [unowned self] in start() }
    ends += 1
    stopWaiting()
  }

  private func fallSilent() {
    status = .silent
    handlers.onChange()
  }
}

// MARK: - Output

extension SettingsProgram {
  private func parse(_ bytes: [UInt8]) {
    // A line may make nightd stop the program; if so, ignore all later lines.
    for line in lines.append(bytes) where run != nil { parse(line) }
  }

  private func parse(_ line: String) {
    guard line != SettingsScript.endOfReading else { return readingEnded() }
    guard line != script.missingSchema else {
      run = nil
      timer = nil
      return fallSilent()
    }
    if script.schemas.contains(where: line.hasPrefix) {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      // If the program has reported a change of this key, ignore the value in this line, because
      // the reported value is newer.
      guard words.count == 3, !changed.contains(words[1]) else { return }
      update(words[1], words[2])
    } else {
      let words = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard words.count == 2 else { return }
      changed.insert(words[0])
      update(words[0], String(words[1].drop { $0 == " " }))
      if case .reporting = status { report() }
    }
  }

  private func update(_ key: String, _ text: String) {
    guard key != script.ignoredKey else { return }
    if !facts.take(key, printed: text) { handlers.onFlaw(key) }
  }

  private func readingEnded() {
    readings += 1
    if readings == 1 {
      after(configuration.delays.secondReading) { [unowned self] in read() }
    } else {
      timer = nil
    }
    report()
  }

  private func report() {
    status = facts.isStyleTold ? .reporting(facts) : .silent
    handlers.onChange()
  }
}

/// A script that prints settings and their changes.
///
/// The script prints changes as `KEY: VALUE`. For each command `read_all`, the script prints the
/// current values as `SCHEMA KEY VALUE`, and then a line with a dot. If a schema is missing, the
/// script prints a line with the schema's name.
package struct SettingsScript: Sendable {
  /// The script of the source `gsettings`.
  package static let gnome = SettingsScript(schemas: [
    "org.gnome.desktop.interface", "org.gnome.desktop.a11y.interface",
  ])
  /// The script that reads Cinnamon's switch while the backend xapp does not run.
  ///
  /// The backend starts only when a program needs the portal.
  static let xapp = SettingsScript(schemas: ["org.x.apps.portal"])

  /// The script that reads Budgie's switch, and GNOME's settings for contrast, accent and motion.
  ///
  /// Ignore GNOME's switch, because Budgie copies its own switch to it, and so may report an older
  /// style after nightd has changed both.
  static let budgie = SettingsScript(
    schemas: ["com.solus-project.budgie-panel"] + gnome.schemas,
    ignoredKey: "color-scheme"
  )

  fileprivate let schemas: [String]
  fileprivate var ignoredKey: String?

  /// The scripts for a session of these desktops, by the names of their sources.
  package static func scripts(
    _ desktops: [String],
    _ isInstalled: (String) -> Bool = { _ in false }
  ) -> [String: SettingsScript] {
    var scripts = [DesktopSource.program: gnome]
    if desktops.contains("X-Cinnamon") { scripts[DesktopSource.xapp] = xapp }
    // Without budgie-session, Budgie is older than 10.8, and its switch changes only the panel.
    if desktops.contains("Budgie"), isInstalled("budgie-session") {
      scripts[DesktopSource.budgie] = budgie
    }
    return scripts
  }

  /// The line that the script prints if the first schema or the program `gsettings` is missing.
  var missingSchema: String { schemas.first ?? "" }

  package static let read = "read_all"
  package static let endOfReading = "."

  // The shell that runs the script only waits for input. When nightd ends, the input closes and the
  // shell ends, even if the monitors (the processes of `gsettings monitor`) hang. When the shell or
  // a monitor ends, the script kills all processes of its own group. After a monitor has ended, the
  // script waits a second before the kill. The wait is needed because monitors end when the bus
  // ends, and a unit must not end before the bus (see `Daemon`). The second kill ends any program
  // that dash was starting during the first kill, because dash blocks signals while it starts a
  // program.
  package var text: String {
    #"""
    exec 2>/dev/null
    schemas='\#(schemas.joined(separator: " "))'
    trap 'trap "" TERM; kill 0; wait; trap - TERM; kill 0' EXIT

    main() {
      for schema in $schemas; do
        {
          gsettings monitor $schema
          gsettings list-keys $schema >/dev/null && sleep 1 && kill 0
          echo $schema
        } &
      done
    }

    \#(Self.read)() {
      { for schema in $schemas; do gsettings list-recursively $schema; done; echo .; } </dev/null &
    }
    """#
  }
}

extension SourceFacts {
  /// Reads a value in the form that `gsettings` prints; returns false if the value is malformed.
  package mutating func take(_ key: String, printed text: String) -> Bool {
    let name = Self.unquoted(text)
    switch key {
    case "color-scheme":
      isStyleTold = true
      style = nil
      switch name {
      case "default": break
      case "prefer-dark": style = .dark
      case "prefer-light": style = .light
      default: return false
      }
    case "dark-theme":
      let isDark = Bool(text)
      isStyleTold = isDark != nil
      style = isDark == true ? .dark : .light
      return isStyleTold
    case "high-contrast":
      let isHigh = Bool(text)
      isHighContrast = isHigh ?? false
      return isHigh != nil
    case "enable-animations":
      let isAnimated = Bool(text)
      isMotionReduced = isAnimated.map { !$0 } ?? false
      return isAnimated != nil
    case "accent-color":
      accent = GnomeAccent.color(name)
      return accent != nil
    default: break
    }
    return true
  }

  /// Removes the quotes of a string that GVariant printed; the names here contain no escapes.
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

/// The accent colours of GNOME 47 and later, as named in GNOME's settings.
enum GnomeAccent {
  /// Returns the colour that GNOME's programs show for a name; nil if the name is unknown.
  static func color(_ name: String) -> Accent? {
    switch name {
    case "blue": color(0x35, 0x84, 0xE4)
    case "teal": color(0x21, 0x90, 0xA4)
    case "green": color(0x3A, 0x94, 0x4A)
    case "yellow": color(0xC8, 0x88, 0x00)
    case "orange": color(0xED, 0x5B, 0x00)
    case "red": color(0xE6, 0x2D, 0x42)
    case "pink": color(0xD5, 0x61, 0x99)
    case "purple": color(0x91, 0x41, 0xAC)
    case "slate": color(0x6F, 0x83, 0x96)
    default: nil
    }
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double) -> Accent {
    Accent(red: red / 255, green: green / 255, blue: blue / 255)
  }
}

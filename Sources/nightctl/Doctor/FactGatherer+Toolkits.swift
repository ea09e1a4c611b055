import Glibc
import NightBus
import NightCore
import NightStore

/// Gathers facts about running programs and their toolkits.
extension FactGatherer {
  /// Records which toolkits the programs of this session use.
  func lookAtToolkits(_ address: String) {
    facts.toolkits.qtThemes = Self.qtThemes()
    facts.toolkits.ctWritten = ctWritten()
    var web: [UInt32: WebFolder] = [:]
    var folders = WebFolders()
    var versions: [String: String] = [:]
    let session = SessionProcesses(address: address) { self.connectedProcesses(address) }
    let processes = session.having(
      ["/libQt5Gui.so", "/libQt6Gui.so", "/libgtk-3.so", "/libgtk-4.so"]
    ) { path, arguments in
      guard let folder = folders.folder(of: path) else { return false }
      let arguments = arguments()
      // Chromium passes its version to its crash handler as an argument.
      let prefix = "--annotation=ver="
      if let version = arguments.first(where: { $0.hasPrefix(prefix) })?.dropFirst(prefix.count) {
        versions[folder.path] = String(version)
        return false
      }
      guard !arguments.contains(where: { $0.hasPrefix("--type=") || $0.hasPrefix("--headless") })
      else { return false }
      if let process = UInt32(path.fileName) { web[process] = folder }
      return true
    }
    for process in processes {
      if let folder = web[process.identifier] {
        facts.toolkits.web.append(
          WebProgram(
            name: process.nameOfWebProgram,
            isElectron: folder.isElectron,
            version: folder.version ?? versions[folder.path] ?? lastVersion(process)
          )
        )
      } else if let program = QtProgram(process, isWatching: { self.watches(process, $0) }) {
        facts.toolkits.qt.append(program)
      } else if process.usesGtkTheme, !folders.has(ProcessFolder(process.identifier).path) {
        facts.toolkits.gtk.programs.append(process.name)
      }
    }
    facts.toolkits.hasWebPrograms = hasWebPrograms()
    let preferences = themePreferences(address)
    if !facts.toolkits.gtk.programs.isEmpty { lookAtGtk(address, preferences) }
  }

  // MARK: - Programs

  /// Whether Chromium or Electron is installed in one of the folders that packages use.
  private func hasWebPrograms() -> Bool {
    let flatpaks = ["/var/lib"] + [baseFolders.data].compactMap(\.self)
    let folders =
      ["/usr/lib/*", "/usr/lib64/*", "/usr/share/*", "/opt/*", "/opt/*/*", "/snap/*/current/*"]
      + flatpaks.map { $0 + "/flatpak/app/*/current/active/files/*" }
    return folders.contains { !Disk.paths(matching: $0 + "/chrome_100_percent.pak").isEmpty }
  }

  /// The processes that have a connection to the session bus.
  private func connectedProcesses(_ address: String) -> Set<UInt32> {
    guard let probe = try? BusProbe(address, milliseconds: Self.milliseconds) else { return [] }
    defer { probe.end() }
    var processes: Set<UInt32> = []
    for name in names where name.hasPrefix(":") {
      probe.askBus("GetConnectionUnixProcessID", [.string(name)]) {
        if let process = $0.value?.first?.asUInt32 { processes.insert(process) }
      }
    }
    probe.wait()
    return processes
  }

  // MARK: - Qt

  /// Whether a process watches the folder that contains the settings of qt5ct or qt6ct.
  private func watches(_ process: ProcessSight, _ program: String) -> Bool {
    guard let config = baseFolders.config,
      let folder = try? disk.lookThroughLinks("\(config)/\(program)")
    else { return false }
    let mark = "ino:\(String(folder.number, radix: 16))"
    return ProcessFolder(process.identifier).openFiles.joined().contains { line in
      line.hasPrefix("inotify ") && line.split(separator: " ").contains { $0 == mark }
    }
  }

  /// The major versions of Qt for which nightd writes the settings of qt5ct or qt6ct, as `QtCt`
  /// determines them.
  private func ctWritten() -> Set<Int> {
    let variable = "QT_QPA_PLATFORMTHEME"
    let named = (facts.daemon.owner?.environment ?? managers)?[variable] ?? ""
    return Set(
      [5, 6].filter { major in
        let program = "qt\(major)ct"
        let file = baseFolders.config.map { "\($0)/\(program)/\(program).conf" }
        // qt6ct also accepts the name `qt5ct`.
        return file.map { access($0, F_OK) == 0 } == true || named == program
          || major == 6 && named == "qt5ct"
      }
    )
  }

  /// The installed platform themes, in the plugin folders of Debian, Fedora, openSUSE and Arch.
  private static func qtThemes() -> [Int: Set<QtTheme>] {
    let libraries =
      ["/usr/lib", "/usr/lib64"]
      + ProgramFinder.names(in: "/usr/lib")
      .filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/\($0)" }
    var themes: [Int: Set<QtTheme>] = [:]
    for (major, name) in [(5, "qt5"), (5, "qt"), (6, "qt6")] {
      for library in libraries {
        let folder = "\(library)/\(name)/plugins/platformthemes"
        for file in ProgramFinder.names(in: folder) {
          if let theme = QtTheme.of(plugin: "\(folder)/\(file)"), file.hasSuffix(".so") {
            themes[major, default: []].insert(theme)
          }
        }
      }
    }
    return themes
  }

  // MARK: - Chromium

  /// The version that Chromium wrote into its profile when it started.
  private func lastVersion(_ process: ProcessSight) -> String? {
    let prefix = "--user-data-dir="
    let named = process.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    let names = ["chrome": "google-chrome", "brave": "BraveSoftware/Brave-Browser"]
    let usual = baseFolders.config.map { "\($0)/\(names[process.name] ?? process.name)" }
    guard let profile = named.map(String.init) ?? usual else { return nil }
    let text = disk.text(profile + "/Last Version", limit: KeyFile.bytes)
    return text.map { String($0.prefix { !$0.isWhitespace }) }.flatMap(WebFolder.version)
  }
}

/// The folder that contains Chromium, or a program made with Electron.
struct WebFolder: Equatable {
  let path: String
  let isElectron: Bool
  /// The version in the file `version` or in the folder's name; nil if neither has one.
  let version: String?

  /// Examines a program's folder; fails if it contains neither Chromium nor Electron.
  ///
  /// `root` is the root of the file system that the process sees; in Flatpak, this is not the usual
  /// root.
  init?(_ path: String, root: String) {
    func has(_ file: String) -> Bool { access("\(root)\(path)/\(file)", F_OK) == 0 }
    guard has("chrome_100_percent.pak") || has("chrome_200_percent.pak") else { return nil }
    self.path = path
    let archives = ["app.asar", "default_app.asar", "app", "electron.asar"]
    let isNamed = path.fileName.hasPrefix("electron")
    isElectron = isNamed || archives.contains { has("resources/\($0)") }
    let text = Disk.system.text("\(root)\(path)/version", limit: 1 << 10)
    let folder = path.split(separator: "/").last { $0.hasPrefix("electron") }
    version =
      text.flatMap(Self.version)
      ?? (isElectron
        ? folder.flatMap { Self.version(String($0.dropFirst("electron".count))) } : nil)
  }

  /// The version in a string such as `v39.1.2`; nil if the string does not begin with a version.
  static func version(_ text: String) -> String? {
    let plain = text.hasPrefix("v") ? text.dropFirst() : text[...]
    let version = plain.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    return version.first?.isNumber == true ? String(version) : nil
  }
}

/// Caches which program folders belong to Chromium or Electron, because many processes share one
/// folder.
struct WebFolders {
  private var known: [String: WebFolder?] = [:]

  /// The program folder of a process; nil if the program is neither Chromium nor Electron.
  mutating func folder(of process: String) -> WebFolder? {
    guard let program = try? Disk.system.readLink(process + "/exe") else { return nil }
    let path = program.parentFolder
    if let found = known[path] { return found }
    let found = WebFolder(path, root: process + "/root")
    known[path] = found
    return found
  }

  mutating func has(_ process: String) -> Bool { folder(of: process) != nil }
}

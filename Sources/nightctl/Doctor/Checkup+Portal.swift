import Glibc
import NightBus
import NightCore
import NightStore

/// The portal: what it answers, and the files that it goes by.
extension Checkup {
  func askPortal(_ survey: Survey) {
    guard names.contains(Self.portalName) else { return }
    let settings = "org.freedesktop.portal.Settings"
    facts.portal.owner = SeenProcess(identifier: 0, name: "")
    survey.askProcess(Self.portalName) { if let found = $0 { self.facts.portal.owner = found } }
    survey.askProperty(Self.portalName, Self.portalPath, settings, "version") {
      self.facts.portal.version = $0.map(\.asUInt32)
    }
    survey.askProperty(
      Self.portalName,
      Self.portalPath,
      "org.freedesktop.portal.FileChooser",
      "version"
    ) {
      self.facts.portal.fileChooser = $0.map(\.asUInt32)
    }
    survey.ask(Self.portalName, Self.portalPath, settings, "Read", Self.schemeKey) {
      self.facts.portal.scheme = $0.map { $0.first?.bare.asUInt32 }
    }
    let spaces = BusValue.strings([Self.namespace])
    survey.ask(Self.portalName, Self.portalPath, settings, "ReadAll", [spaces]) {
      self.facts.portal.schemes = Self.schemes($0.value?.first)
    }
  }

  /// One for each time that the namespace stands in the answer, which may be more than once.
  private static func schemes(_ answer: BusValue?) -> [UInt32] {
    guard case .dictionary(_, _, let entries)? = answer else { return [] }
    return entries.compactMap { entry in
      guard entry.key == .string(namespace) else { return nil }
      return entry.value.asOptions?["color-scheme"]?.bare.asUInt32
    }
  }

  // MARK: - Files

  func lookAtPortalFiles() {
    var portal = facts.portal
    let variables = portalEnvironment()
    portal.callersDesktops = PortalFolders.desktops(environment("XDG_CURRENT_DESKTOP") ?? "")
    portal.desktops = PortalFolders.desktops(variables("XDG_CURRENT_DESKTOP") ?? "")
    let led = PortalFolders(portal.desktops, environment: variables)
    portal.own.configHome = base("XDG_CONFIG_HOME", ".config")
    portal.own.dataHome = base("XDG_DATA_HOME", ".local/share")
    let isLed = led.override != nil && led.override == portal.own.folder
    portal.folders = led
    if isLed {
      portal.folders = PortalFolders(portal.desktops) {
        $0 == "XDG_DESKTOP_PORTAL_DIR" ? nil : variables($0)
      }
    }
    portal.rules = rules(portal)
    portal.isLedAside = isLed && portal.rules == .byConf
    // The older one is meant to be led.
    if portal.rules == .byUseIn { portal.folders = led }
    let folders = portal.folders.portals(portal.rules)
    var seen: Set<String> = []
    var paths: [(file: PortalFile, path: String)] = []
    for folder in folders {
      for name in Folder(path: folder).names(ending: PortalFile.suffix)
      where seen.insert(name).inserted {
        let path = "\(folder)/\(name)"
        guard let text = textOfPortals(path), let file = PortalFile(fileName: name, text: text)
        else { continue }
        paths.append((file, path))
      }
    }
    portal.files = paths.map(\.file)
    for path in portal.folders.confs(portal.rules) where portal.conf == nil {
      portal.conf = textOfPortals(path).flatMap { PortalsConf(path: path, text: $0) }
    }
    portal.own = ownFiles(portal, paths)
    facts.portal = portal
  }

  /// Of the portal that runs; or of the one that would be started.
  private func portalEnvironment() -> (String) -> String? {
    if let variables = facts.portal.owner?.environment { return { variables[$0] } }
    guard facts.portal.owner == nil, let managers else { return environment }
    let units = Self.variables(facts.portal.unit?.environment ?? [])
    return { units[$0] ?? managers[$0] }
  }

  /// By its version; where it does not tell, files of desktops for the newer one say so.
  private func rules(_ portal: PortalFacts) -> PortalRules {
    if let version = portal.version.value { return version < 2 ? .byUseIn : .byConf }
    let folders = portal.folders.confs(.byConf).filter { $0.hasSuffix("/portals.conf") }
    let isNewer = folders.contains { path in
      let folder = String(path.dropLast("/portals.conf".count))
      return !Folder(path: folder).names(ending: "-portals.conf").isEmpty
    }
    return isNewer ? .byConf : .byUseIn
  }

  private func ownFiles(
    _ portal: PortalFacts,
    _ paths: [(file: PortalFile, path: String)]
  ) -> OwnPortalFiles {
    let folders = portal.folders
    var own = portal.own
    // Links in our own folder lead to the system's, and new ones are found there.
    let isRead = folders.override != nil && folders.override == own.folder
    let sources =
      isRead
      ? Folder(path: PortalFolders.system).names(ending: PortalFile.suffix)
        .map { PortalFolders.system + "/" + $0 }
      : paths.filter { !$0.file.isOwn }.map(\.path)
    own.sources = sources.filter { !$0.hasSuffix("/nightd.portal") }
    if portal.rules == .byUseIn {
      for source in own.sources { own.texts[source] = textOfPortals(source) }
    }
    var places = [
      own.dropIn, own.dataHome.map { $0 + "/xdg-desktop-portal/portals/nightd.portal" },
    ]
    .compactMap(\.self)
    if let folder = own.folder {
      places += (own.sources.map(Diagnosis.lastPart) + ["00-nightd.portal"]).map {
        "\(folder)/\($0)"
      }
    }
    if let config = own.configHome {
      places += folders.confs(.byConf).map {
        "\(config)/xdg-desktop-portal/\(Diagnosis.lastPart($0))"
      }
      places.append(config + "/xdg-desktop-portal/portals.conf")
    }
    if let data = own.dataHome {
      places += Diagnosis.activated.map { "\(data)/dbus-1/services/\($0).service" }
    }
    for path in places where own.present[path] == nil {
      own.present[path] = disk.content(path)
      if case .link(let target) = own.present[path] {
        own.linked[path] = linked(path, target)
      }
      if let mode = Mender.mode(path), mode & S_IWUSR == 0 { own.readOnly.insert(path) }
    }
    return own
  }

  /// Links on the way are followed too, where they lead to something.
  private func linked(_ path: String, _ target: String) -> LinkedFile {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      let text = disk.text(path, limit: KeyFile.bytes)
      return LinkedFile(path: String(cString: resolved), text: text)
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return LinkedFile(path: target.hasPrefix("/") ? target : folder + target, text: nil)
  }

  func base(_ name: String, _ folder: String) -> String? {
    if let path = environment(name), path.hasPrefix("/") { return path }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(folder)"
  }
}

extension Disk {
  /// What stands under a name, a link not followed; nil where nothing does.
  func content(_ path: String) -> Planned.Content? {
    if let target = try? readLink(path) { return .link(to: target) }
    return text(path, limit: KeyFile.bytes).map { .text($0) }
  }
}

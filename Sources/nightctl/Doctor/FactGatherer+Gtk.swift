import NightBus
import NightClient
import NightContract
import NightCore
import NightPrograms
import NightStore

/// Gathers facts about GTK's theme, and about the settings daemon that notifies GTK programs of
/// changes.
extension FactGatherer {
  func lookAtGtk(_ address: String, _ preferences: [String: String]) {
    let finder = ProgramFinder(environment: environment)
    let screen = environment("DISPLAY") ?? managers?["DISPLAY"]
    let wayland = environment("WAYLAND_DISPLAY") ?? managers?["WAYLAND_DISPLAY"]
    let isX11 = screen?.isEmpty == false && wayland?.isEmpty != false
    let daemons = finder.runningProcesses().running(
      XSettings.settingsDaemons,
      on: screen,
      orNone: false
    )
    .compactMap { ProcessFacts(of: UInt32($0)).name }
    facts.toolkits.gtk.isX11 = isX11
    facts.toolkits.gtk.hasDaemon = !daemons.isEmpty
    facts.toolkits.gtk.hasXsettingsd = finder.path(of: "xsettingsd") != nil
    let folders = ToolkitThemes(reading: baseFolders)
    let installed = folders.gtkThemes("gtk-3.0")
    // Ignore HighContrastInverse, which is built into GTK, because few people want it.
    let dark = installed.filter { ThemePair.isDark($0) && $0 != "HighContrastInverse" }
    // Without GTK's backend, the portal does not report the GTK theme, so assume GTK's own theme.
    // If no dark theme is installed, the user's theme cannot have a dark counterpart.
    let unknown =
      isX11 || !dark.isEmpty
      ? nil : ("Adwaita", "no setting that the portal reports, so it is probably GTK's own")
    guard let (name, origin) = gtkTheme(address, isX11: isX11, daemons) ?? unknown else { return }
    guard ThemePair.of(name, among: installed) == nil else { return }
    let missing: Style = ThemePair.isDark(name) ? .light : .dark
    // If a preference contains the current theme's name, nightd has set this theme, and will
    // restore the user's theme when the style changes.
    let chosen = Style.allCases.compactMap { preferences["gtk-theme.\($0.rawValue)"] }
    guard preferences["gtk-theme.\(missing.rawValue)"] == nil, !chosen.contains(name) else {
      return
    }
    // If the user's theme contains dark colours, settings.ini can select them, at least for new
    // programs.
    if missing == .dark, isX11, daemons.isEmpty, !facts.toolkits.gtk.hasXsettingsd,
      folders.hasDarkVariant(name, "gtk-3.0")
    {
      return
    }
    let usual = missing == .dark ? "Adwaita-dark" : "Adwaita"
    facts.toolkits.gtk.lonely = LonelyTheme(
      name: name,
      origin: origin,
      missing: missing,
      substitute: installed.contains(usual)
        ? usual : missing == .dark ? dark.min() : nil
    )
  }

  private static let desktopSchemas = [
    ("csd-xsettings", "org.cinnamon.desktop.interface"),
    ("mate-settings-d", "org.mate.interface"), ("mate-settings-daemon", "org.mate.interface"),
  ]

  /// The user's GTK theme, and where it is set; nil if the theme is unknown.
  private func gtkTheme(_ address: String, isX11: Bool, _ daemons: [String]) -> (String, String)? {
    guard isX11 else { return gnomesTheme(address) }
    let isXsettingsd = daemons == ["xsettingsd"]
    if isXsettingsd || daemons.isEmpty && facts.toolkits.gtk.hasXsettingsd {
      let paths = [
        baseFolders.home.map { $0 + "/.xsettingsd" },
        baseFolders.config.map { $0 + "/xsettingsd/xsettingsd.conf" },
      ]
      for path in paths.compactMap(\.self) {
        guard let text = disk.text(path, limit: KeyFile.bytes) else { continue }
        let value = SettingsText(text, .xsettingsd).value(.init("", "Net/ThemeName"))
        return (value.flatMap(QuotedText.unquoted) ?? "Adwaita", path)
      }
    }
    // Cinnamon and MATE have schemas of their own.
    for (daemon, schema) in Self.desktopSchemas where daemons.contains(daemon) {
      let value = StoredSettings(schema)?.value("gtk-theme").flatMap(QuotedText.unquoted)
      if let value { return (value, "\(schema) gtk-theme") }
    }
    // All settings daemons except xsettingsd and those of Xfce and KDE read GNOME's settings.
    guard daemons.isEmpty || isXsettingsd else {
      return daemons.allSatisfy { $0.hasSuffix("-xsettings") } ? gnomesTheme(address) : nil
    }
    guard let path = baseFolders.config.map({ $0 + "/gtk-3.0/settings.ini" }) else { return nil }
    let text = disk.text(path, limit: KeyFile.bytes) ?? ""
    let value = SettingsText(text, .ini).value(.init("Settings", "gtk-theme-name"))
    return value.map { ($0, path) } ?? ("Adwaita", "no file, so it is GTK's own")
  }

  /// The theme in GNOME's settings, as the portal's backend for GTK or GNOME reports it.
  private func gnomesTheme(_ address: String) -> (String, String)? {
    guard facts.portal.answers.version.value != nil,
      let probe = try? BusProbe(address, milliseconds: Self.milliseconds)
    else { return nil }
    defer { probe.end() }
    var name: String?
    probe.askPortalSetting([.string("org.gnome.desktop.interface"), .string("gtk-theme")]) {
      name = $0.value?.first?.unwrapped.asString
    }
    probe.wait()
    return name.map { ($0, "GNOME's settings") }
  }

  /// The preferences whose values are names of themes.
  func themePreferences(_ address: String) -> [String: String] {
    guard facts.daemon.version.value != nil else { return [:] }
    let client = Client(address: address, ConnectTimeout.opening, milliseconds: Self.milliseconds)
    guard let members = try? client.readAll(for: .oneself, .forbidden).value else { return [:] }
    var texts: [String: String] = [:]
    for member in members {
      if case .string(let text) = member.value, !text.isEmpty { texts[member.name] = text }
    }
    return texts
  }
}

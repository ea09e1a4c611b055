package import NightCore

/// The folders in which GTK's themes and icons are installed.
package struct ToolkitThemes: Sendable {
  private let folders: BaseFolders
  private let list: @Sendable (_ folder: String) -> [String]
  private let exists: @Sendable (_ path: String) -> Bool

  package init(
    _ folders: BaseFolders,
    list: @escaping @Sendable (String) -> [String],
    exists: @escaping @Sendable (String) -> Bool
  ) {
    self.folders = folders
    self.list = list
    self.exists = exists
  }

  /// The installed GTK themes for a version, such as `gtk-3.0`, including GTK's built-in themes.
  ///
  /// `Adwaita-dark` is not built into GTK 3, but comes in a package such as Debian's
  /// gnome-themes-extra.
  package func gtkThemes(_ version: String) -> Set<String> {
    let names = installed(themeFolders, "\(version)/gtk.css")
      .union(["Adwaita", "HighContrast", "HighContrastInverse"])
    return version == "gtk-4.0" ? names.union(["Adwaita-dark"]) : names
  }

  /// The installed icon themes.
  package var iconThemes: Set<String> {
    installed(dataFolders("icons", inHome: ".icons"), "index.theme")
  }

  /// The installed themes that have a certain file, such as `xfwm4/themerc` for Xfce's frames.
  package func installed(holding file: String) -> Set<String> { installed(themeFolders, file) }

  /// The themes of LXQt's panel.
  package var lxqtThemes: Set<String> {
    Set(dataFolders("lxqt/themes", inHome: ".lxqt/themes").flatMap(list))
  }

  /// The themes of Kvantum, a style for Qt.
  package var kvantumThemes: Set<String> {
    Set(
      ([folders.config].compactMap { $0 } + folders.systemData).flatMap { list($0 + "/Kvantum") }
    )
  }

  /// Whether a GTK theme includes dark colours that `gtk-application-prefer-dark-theme` switches
  /// on.
  package func hasDarkVariant(_ theme: String, _ version: String) -> Bool {
    theme == "Adwaita"
      || themeFolders.contains { exists("\($0)/\(theme)/\(version)/gtk-dark.css") }
  }

  /// The counterpart of the user's theme, for a GNOME key that holds a theme's name; nil if no
  /// counterpart is installed.
  package func twin(_ key: GnomeKey, of name: String, isDark: Bool) -> String? {
    let names = key == .gtkTheme ? gtkThemes("gtk-3.0") : iconThemes
    return ThemePair.of(name, among: names)?.name(isDark: isDark)
  }

  private var themeFolders: [String] { dataFolders("themes", inHome: ".themes") }

  private func installed(_ folders: [String], _ file: String) -> Set<String> {
    Set(
      folders.flatMap { folder in list(folder).filter { exists("\(folder)/\($0)/\(file)") } }
    )
  }

  private func dataFolders(_ name: String, inHome own: String) -> [String] {
    (folders.home.map { [$0 + "/" + own] } ?? [])
      + ([folders.data].compactMap { $0 } + folders.systemData).map { $0 + "/" + name }
  }
}

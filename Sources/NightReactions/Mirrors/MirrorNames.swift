/// The names of themes that are installed here, and the right one for the style.
extension MirrorContext {
  /// Folders of themes below the user's and the system's folders for data, such as `themes`.
  private func folders(_ name: String, inHome own: String) -> [String] {
    let folders = reaction.folders
    return (folders.home.map { [$0 + "/" + own] } ?? [])
      + ([folders.data].compactMap { $0 } + folders.systemData).map { $0 + "/" + name }
  }

  /// The GTK themes for a version, such as `gtk-3.0`, with those that GTK has built in.
  package func gtkThemes(_ version: String) -> Set<String> {
    var names: Set = ["Adwaita", "Adwaita-dark", "HighContrast", "HighContrastInverse"]
    for folder in folders("themes", inHome: ".themes") {
      for name in list(folder) where reaction.fileExists("\(folder)/\(name)/\(version)/gtk.css") {
        names.insert(name)
      }
    }
    return names
  }

  /// The themes of icons, or of cursors, that are installed.
  package var iconThemes: Set<String> {
    var names: Set<String> = []
    for folder in folders("icons", inHome: ".icons") {
      for name in list(folder) where reaction.fileExists("\(folder)/\(name)/index.theme") {
        names.insert(name)
      }
    }
    return names
  }

  /// Whether a GTK theme without a twin has dark colours of its own, which
  /// `gtk-application-prefer-dark-theme` selects.
  package func hasDarkVariant(_ theme: String, _ version: String) -> Bool {
    folders("themes", inHome: ".themes").contains {
      reaction.fileExists("\($0)/\(theme)/\(version)/gtk-dark.css")
    }
  }

  /// The name to write for the style in effect; nil to leave the user's value alone.
  ///
  /// A preference such as `mirror.gtk-theme.dark` comes first. Without it, the twin of the user's
  /// own theme is taken, if it is installed.
  package func name(
    _ preference: String,
    own: String?,
    among installed: @autoclosure () -> Set<String>
  ) -> String? {
    let key = "mirror.\(preference).\(style.rawValue)"
    if let name = reaction.preferences[key], !name.isEmpty { return name }
    guard let own else { return nil }
    return ThemePair.of(own, among: installed())?.name(isDark: style == .dark)
  }
}

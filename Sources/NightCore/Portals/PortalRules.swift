/// By which rules xdg-desktop-portal picks the backends that serve an interface.
package enum PortalRules: Equatable, Sendable {
  /// Up to 1.17.0: by `UseIn`, and then by the names of the files.
  case byUseIn
  /// Later: by `portals.conf`.
  case byConf

  /// The backends that are asked for settings, the first one first.
  ///
  /// `Read` is answered by the first of them that knows the key.
  package func asked(
    of files: [PortalFile],
    _ conf: PortalsConf?,
    for desktops: [String]
  ) -> [PortalFile] {
    chosen(PortalPart.settings, of: files, conf, for: desktops)
  }

  /// Whether any backend serves the choosing of files.
  ///
  /// The older portal takes the first one of its order for what only one can serve.
  package func hasFileChooser(
    of files: [PortalFile],
    _ conf: PortalsConf?,
    for desktops: [String]
  ) -> Bool {
    !chosen(PortalPart.fileChooser, of: files, conf, for: desktops).isEmpty
  }

  private func chosen(
    _ interface: String,
    of files: [PortalFile],
    _ conf: PortalsConf?,
    for desktops: [String]
  ) -> [PortalFile] {
    let serving = files.filter { $0.serves(interface) }
    let ordered = serving.sorted { Self.isBefore($0, $1, desktops) }
    switch self {
    // One whose file does not say where to use it is passed over there.
    case .byUseIn: return ordered.filter { $0.useIn != nil }
    case .byConf:
      let names = conf?.names(for: interface) ?? []
      guard !names.contains("none") else { return [] }
      for names in [names, conf?.defaults ?? []] {
        let named = Self.named(names, of: ordered)
        guard named.isEmpty else { return named }
      }
      let meant = desktops.flatMap { desktop in ordered.filter { $0.isFor(desktop) } }
      guard meant.isEmpty else { return Self.once(meant) }
      return ordered.filter { $0.busName == Self.lastResort }
    }
  }

  private static let lastResort = "org.freedesktop.impl.portal.desktop.gtk"

  private static func named(_ names: [String], of files: [PortalFile]) -> [PortalFile] {
    once(names.flatMap { name in files.filter { name == "*" || $0.name == name } })
  }

  private static func once(_ files: [PortalFile]) -> [PortalFile] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0.name).inserted }
  }

  /// Who is for an earlier desktop of the list comes first, and then the names decide, byte by byte.
  private static func isBefore(
    _ one: PortalFile,
    _ other: PortalFile,
    _ desktops: [String]
  ) -> Bool {
    for desktop in desktops {
      let isOne = one.isFor(desktop)
      guard isOne == other.isFor(desktop) else { return isOne }
      if isOne { break }
    }
    return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}

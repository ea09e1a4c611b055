/// The rules by which xdg-desktop-portal picks the backends for an interface.
enum PortalRules: Equatable, Sendable {
  /// Versions up to 1.17.0 sort the backends by `UseIn`, then by their file names.
  case byUseIn
  /// Later versions choose the backends by `portals.conf`.
  case byConf

  /// The backends that the portal asks for settings, in the order of the requests.
  ///
  /// The first backend that knows the key answers a `Read` request.
  func asked(of files: [PortalFile], _ confs: [PortalsConf], for desktops: [String]) -> [PortalFile]
  {
    chosen(PortalInterface.settings, of: files, confs, for: desktops)
  }

  /// Whether any backend provides the file chooser.
  ///
  /// One backend is enough, because even the portal up to version 1.17.0 uses only the first
  /// backend in its order for file choosers.
  func hasFileChooser(
    of files: [PortalFile],
    _ confs: [PortalsConf],
    for desktops: [String]
  ) -> Bool {
    !chosen(PortalInterface.fileChooser, of: files, confs, for: desktops).isEmpty
  }

  private func chosen(
    _ interface: String,
    of files: [PortalFile],
    _ confs: [PortalsConf],
    for desktops: [String]
  ) -> [PortalFile] {
    let serving = files.filter { $0.serves(interface) }
    let ordered = serving.sorted { Self.isBefore($0, $1, desktops) }
    switch self {
    // A portal up to version 1.17.0 ignores a backend whose file has no `UseIn`.
    case .byUseIn: return ordered.filter { $0.useIn != nil }
    case .byConf:
      if let decided = confs.lazy.compactMap({ $0.backends(for: interface, of: ordered) }).first {
        return decided
      }
      let meant = desktops.flatMap { desktop in ordered.filter { $0.isFor(desktop) } }
      guard meant.isEmpty else { return Self.once(meant) }
      return ordered.filter { $0.busName == Self.lastResort }
    }
  }

  private static let lastResort = "org.freedesktop.impl.portal.desktop.gtk"

  fileprivate static func once(_ files: [PortalFile]) -> [PortalFile] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0.name).inserted }
  }

  /// Whether the portal puts one backend before another.
  ///
  /// Backends for one of the `desktops` come first, in the order of `desktops`. All other backends
  /// follow, sorted by the bytes of their names.
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

/// A `portals.conf` file, or the file of a single desktop, such as `sway-portals.conf`.
///
/// A `portals.conf` file says which backends the portal prefers for each interface.
struct PortalsConf: Equatable, Sendable {
  static let group = "preferred"

  /// The file's path.
  let path: String
  let text: String
  private let file: KeyFile

  /// Parses a file; nil if the file has no preferences, in which case the portal reads the next
  /// file.
  init?(path: String, text: String) {
    guard let file = KeyFile(text), !file.keys(in: Self.group).isEmpty else { return nil }
    self.path = path
    self.text = text
    self.file = file
  }

  /// The backends in the line `default`, which are for interfaces that have no line of their own.
  var defaults: [String] { file.list("default", in: Self.group) ?? [] }

  /// The names of the backends for an interface, the best first.
  ///
  /// The result is nil if the file has no line for the interface and no line `default`.
  func names(for interface: String) -> [String]? {
    file.list(interface, in: Self.group) ?? file.list("default", in: Self.group)
  }

  /// The backends that this file chooses for an interface; nil if the portal must apply its other
  /// rules.
  ///
  /// `files` are the backends that serve the interface, in the portal's order.
  func backends(for interface: String, of files: [PortalFile]) -> [PortalFile]? {
    let names = names(for: interface) ?? []
    // If the list contains `none`, no backend may serve the interface.
    guard !names.contains("none") else { return [] }
    return [names, defaults].lazy
      .map { names in names.flatMap { name in files.filter { name == "*" || $0.name == name } } }
      .first { !$0.isEmpty }.map(PortalRules.once)
  }

  /// Returns the file's text with nightd as the first backend for settings.
  ///
  /// nightd is followed by the backends that the file already prefers or, if the file prefers none,
  /// by `others`.
  func preferringOwn(besides others: [String]) -> String {
    let names = (names(for: PortalInterface.settings) ?? others).filter {
      // If `none` is anywhere in a list, the portal asks no backend, so leave `none` out.
      $0 != "none" && $0 != PortalFile.ownName
    }
    return setting(besides: names)
  }

  /// Returns the file's text with nightd as the first backend for settings, followed by `names`.
  func setting(besides names: [String]) -> String {
    KeyFile.setting(
      PortalInterface.settings,
      in: Self.group,
      to: ([PortalFile.ownName] + names).joined(separator: ";"),
      of: text
    )
  }

  /// The line that lists the backends for settings; nil if the text has no such line.
  static func line(of text: String) -> String? {
    KeyFile(text)?[PortalInterface.settings, in: group].map { "\(PortalInterface.settings)=\($0)" }
  }

  /// Whether the file's text is exactly one of the texts that the doctor would write.
  ///
  /// The doctor writes a new file, or a copy of another file with nightd as the first backend for
  /// settings.
  func isDoctors(besides others: [PortalsConf]) -> Bool {
    let names = names(for: PortalInterface.settings) ?? []
    guard names.first == PortalFile.ownName else { return false }
    let rest = Array(names.dropFirst())
    return text == Self.own(besides: rest)
      || others.contains { $0.preferringOwn(besides: rest) == text }
  }

  /// Returns the text for a new file that chooses backends only for settings.
  static func own(besides others: [String]) -> String {
    let names = ([PortalFile.ownName] + others).joined(separator: ";")
    return "[\(group)]\n\(PortalInterface.settings)=\(names)\n"
  }
}

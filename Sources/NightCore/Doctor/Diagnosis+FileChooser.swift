/// Whether the portal has a backend that chooses files.
extension Diagnosis {
  var ofFileChooser: [DoctorFinding] {
    // It has nobody for anything then.
    guard !portal.files.isEmpty || portal.folders.override == nil, !isBlindlyLed else { return [] }
    let isThere =
      portal.owner == nil
      ? portal.rules.hasFileChooser(of: portal.files, portal.conf, for: portal.desktops)
      : portal.fileChooser.isSilent || portal.version.isSilent
        || (portal.fileChooser.value ?? 0) > 0
    guard !isThere else { return [] }
    return [DoctorFinding(.noFileChooser, fileChooserRemedy)]
  }

  /// Whether the portal would find one if it were started now; a newer one is safe only with a name.
  private var isFileChooserThere: Bool {
    let able = portal.files.filter { $0.serves(PortalInterface.fileChooser) }.map(\.name)
    switch portal.rules {
    case .byUseIn:
      return portal.rules.hasFileChooser(of: portal.files, portal.conf, for: portal.desktops)
    case .byConf:
      return portal.conf?.names(for: PortalInterface.fileChooser)?.contains(where: able.contains)
        ?? false
    }
  }

  /// One that is installed may only have to be named, or found by a new start.
  private var fileChooserRemedy: Remedy {
    if portal.owner != nil, isFileChooserThere { return portalRemedy }
    guard portal.rules == .byConf, let conf = portal.conf, let folder = userConfFolder,
      let able = portal.files.first(where: { $0.serves(PortalInterface.fileChooser) })
    else {
      guard portal.owner != nil, let portalRestart,
        case .command(let command) = install("xdg-desktop-portal-gtk")
      else { return install("xdg-desktop-portal-gtk") }
      return .command("\(command) && \(portalRestart)")
    }
    let path = folder + Self.lastPart(conf.path)
    if let linked = portal.own.linked[path] {
      let line = "\(PortalInterface.fileChooser)=\(able.name)"
      return .line(path: linked.path, group: PortalsConf.group, line: line)
    }
    let text = KeyFile.setting(
      PortalInterface.fileChooser,
      in: PortalsConf.group,
      to: able.name,
      of: conf.text
    )
    return .file(path: path, content: text)
  }
}

/// The folder that the doctor made for an older portal, where nobody needs it any more.
///
/// A newer portal that is led there knows no other folder, nor any `portals.conf` elsewhere.
extension Diagnosis {
  static let variable = "XDG_DESKTOP_PORTAL_DIR"

  /// What `--fix` writes to lead the portal there.
  static func dropInText(_ folder: String) -> String {
    "[Service]\nEnvironment=\(variable)=\(folder)\n"
  }

  var ofNeedlessFolder: [DoctorFinding] {
    guard isFolderNeedless, let path = portal.own.dropIn else { return [] }
    let matter = DoctorMatter.portalFolderNeedless(file: path, isNightdGone: isNightdGone)
    return [DoctorFinding(matter, needlessRemedy(path))]
  }

  var isFolderNeedless: Bool {
    guard portal.rules == .byConf || isNightdGone else { return false }
    return portal.isLedAside || isLeading
  }

  /// Takes the drop-in away where it is to the letter what the doctor writes.
  var plannedRemoval: [Planned] {
    guard isFolderNeedless, let path = portal.own.dropIn, let folder = portal.own.folder,
      portal.own.present[path] == .text(Self.dropInText(folder)),
      !portal.own.readOnly.contains(path)
    else { return [] }
    return [Planned(path: path, content: .nothing, replaced: portal.own.present[path])]
  }

  /// Neither runs, nor is there anything that could start it.
  private var isNightdGone: Bool {
    daemon.owner == nil && daemon.program == nil
      && !daemon.activatable.contains(PortalFile.ownBusName)
  }

  private var dropInText: String? {
    guard let path = portal.own.dropIn else { return nil }
    if let linked = portal.own.linked[path] { return linked.text }
    guard case .text(let text)? = portal.own.present[path] else { return nil }
    return text
  }

  private var isLeading: Bool { dropInText.map { Self.names($0[...]) } ?? false }

  /// Whether it gives the portal another folder, however that is quoted.
  private static func names(_ text: Substring) -> Bool {
    text.split { "=\"' \t\n".contains($0) }.contains { $0 == variable }
  }

  private func needlessRemedy(_ path: String) -> Remedy {
    guard plannedRemoval.isEmpty else { return .fix }
    // It is gone already, and the portal was not started since.
    guard isLeading, let text = dropInText else { return portalRemedy }
    guard let kept = Self.remains(text) else { return removal(of: path) }
    return .file(path: portal.own.linked[path]?.path ?? path, content: kept)
  }

  /// What is left of a file of a unit without the variable; nil if that is nothing.
  private static func remains(_ text: String) -> String? {
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !names($0) }.joined(separator: "\n")
    let isEmpty = ["", "[Service]"].contains(KeyFile.trimmed(kept.filter { $0 != "\n" }))
    return isEmpty ? nil : kept
  }

  private func removal(of path: String) -> Remedy {
    // What is not below the home is the administrator's.
    let isOwn = portal.own.configHome.map { path.hasPrefix($0 + "/") } ?? false
    let removal = "\(isOwn ? "" : "sudo ")rm \(ShellWord.of(path))"
    return .command(([removal] + [portalRestart].compactMap(\.self)).joined(separator: " && "))
  }

  /// Takes the line that sets the variable out of a file of the portal's unit.
  func takingVariable(outOf file: LinkedFile) -> Remedy {
    guard let kept = Self.remains(file.text ?? "") else { return removal(of: file.path) }
    return .file(path: file.path, content: kept)
  }

  /// Whether a file of the portal's unit sets the variable.
  package static func leads(_ text: String) -> Bool { names(text[...]) }
}

/// Backends with settings of their own that an older portal asks beside nightd.
///
/// Such a portal asks every backend for settings, and Firefox and Qt take the last answer. GTK's and
/// GNOME's backends say what the mirror writes; KDE's says what KDE's own settings say. In the
/// doctor's folder its file is a copy without settings, so that the portal asks it for all the rest.
extension Diagnosis {
  /// The names of those that tell a style by settings of their own; empty if the portal is newer.
  ///
  /// One that agrees now will not after the next change.
  var rivals: [String] {
    guard portal.rules == .byUseIn, portal.own.folder != nil else { return [] }
    return portal.asked.filter { !$0.isOwn && !Self.readsMirror($0) && isSpeaking($0) }.map(\.name)
  }

  /// The folder in which these are not asked for settings, and what leads the portal there.
  var plannedSilence: [Planned] { plannedFolder(silencing: rivals) + plannedDropIn }

  /// With all of it written, the portal was started before that.
  var silenceRemedy: Remedy {
    plannedSilence.isEmpty ? portalRemedy : remedy(for: plannedSilence) ?? portalRemedy
  }

  /// The doctor's folder holds this for each backend's file: a link, or a copy without settings.
  ///
  /// A copy that is there stays one: as a link it would have the backend contradict nightd again.
  func planned(for source: String, in folder: String, silencing names: [String]) -> Planned? {
    let name = Self.lastPart(source)
    let path = "\(folder)/\(name)"
    let present = portal.own.present[path]
    let isSilenced = names.contains { $0 + PortalFile.suffix == name } || present?.isText == true
    guard isSilenced, let text = portal.own.texts[source],
      let quiet = PortalFile.quietText(of: text)
    else { return plan(path, .link(to: source)) }
    // The doctor's own link is not somebody's work.
    guard present == .link(to: source) else { return plan(path, .text(quiet)) }
    return Planned(path: path, content: .text(quiet), replaced: present)
  }
}

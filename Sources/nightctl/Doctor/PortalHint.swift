import NightStore

/// After a change of the style, prints a hint if applications do not get the style from the portal.
struct PortalHint: Command {
  let nightctl: Nightctl

  /// Prints that the portal asks another backend before nightd, and how to repair this.
  ///
  /// If nightctl printed the same hint last time, the hint is not repeated.
  ///
  /// This method reads only files, and only after `nightctl set` has printed its output, so it
  /// cannot delay that output.
  func show() {
    let gatherer = FactGatherer(environment: environment)
    gatherer.lookAtPortalFiles()
    let diagnosis = Diagnosis(gatherer.facts)
    guard let finding = diagnosis.portalFilesFinding,
      let places = StandardFolders(environment: environment),
      HintStamp(folder: places.stateFolder).renew(finding.what)
    else { return }
    output.complain(
      "nightctl: " + DoctorMessages.hint(finding, isFixable: diagnosis.isPortalFixable),
      as: .heading
    )
  }
}

/// The last hint that was printed.
///
/// The hint is stored, so that nightctl does not print the same hint again after the next change.
struct HintStamp {
  private let file: UserFile

  init(folder: String) { file = .own(folder + "/hint") }

  /// Stores the hint.
  ///
  /// Returns false if this hint is stored already, or if it cannot be stored.
  ///
  /// A hint that cannot be stored must not be printed, because every `set` would print it again.
  func renew(_ hint: String) -> Bool {
    let bytes = Array((hint + "\n").utf8)
    guard ((try? file.bytes()) ?? nil) != bytes else { return false }
    return (try? file.write(bytes)) != nil
  }
}

/// The style that the environment forces on one program and on the programs that it starts.
///
/// `nightctl run` sets the variable. The program and its children then never follow the desktop.
package enum ForcedStyle {
  package static let variable = "NIGHTD_FORCE_STYLE"

  /// The reason that programs show for a forced style; the daemon never reports this reason.
  package static let reason = "forced"

  /// Reads the variable; nil if it is not set, or is neither `light` nor `dark`.
  package static func read(_ environment: (String) -> String?) -> Style? {
    environment(variable).flatMap(Style.init)
  }
}

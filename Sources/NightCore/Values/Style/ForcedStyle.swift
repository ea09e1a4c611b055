/// The style that the environment forces on a program and on all programs that it starts.
///
/// `nightctl run` sets an environment variable to this style. If the variable is set, the program
/// and its children ignore the desktop's style.
package enum ForcedStyle {
  package static let variable = "NIGHTD_FORCE_STYLE"

  /// The reason that nightctl and NightKit report if the style is forced; the daemon never reports
  /// it.
  package static let reason = "forced"

  /// Reads the environment variable; nil if it is not set, or has a value other than `light` or
  /// `dark`.
  package static func read(_ environment: (String) -> String?) -> Style? {
    environment(variable).flatMap(Style.init)
  }
}

/// The program that answers for the user when GeoClue asks who may know where this is.
///
/// GNOME and Phosh bring their own. GeoClue has one for all others, which desktops with
/// XDG autostart run by themselves; sway, Hyprland and niri do not.
package enum GeoClueAgent {
  /// Where distributions install it: Debian, then Arch.
  static let programs = [
    "/usr/libexec/geoclue-2.0/demos/agent", "/usr/lib/geoclue-2.0/demos/agent",
  ]

  /// What the person does about it, to stand within a sentence; `isProgram` says whether a path can
  /// be run.
  package static func advice(_ isProgram: (String) -> Bool) -> String {
    guard let program = programs.first(where: isProgram) else {
      return "install GeoClue's demo agent (geoclue-2.0/demos/agent) and start it with the session"
    }
    return "start \(program) with the session (in sway's configuration: exec \(program))"
  }
}

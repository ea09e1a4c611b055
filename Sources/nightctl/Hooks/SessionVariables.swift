import Glibc
import NightCore

/// Session variables that may be missing in a program that started early.
///
/// If nightd started before the compositor, its environment lacks the name of the compositor's
/// socket. Hooks need the name of the compositor's socket, so nightctl looks for the socket in the
/// runtime folder.
struct SessionVariables {
  /// The variables to add to the environment of hooks.
  ///
  /// If the runtime folder has several possible sockets for a variable, the variable is not added.
  let missing: [String: String]

  init(_ environment: (String) -> String?) {
    var missing: [String: String] = [:]
    if let runtime = environment("XDG_RUNTIME_DIR"), !runtime.isEmpty {
      if (environment("WAYLAND_DISPLAY") ?? "").isEmpty {
        let sockets = OwnPaths.matching(runtime + "/wayland-*").filter {
          !$0.hasSuffix(".lock")
        }
        if sockets.count == 1 { missing["WAYLAND_DISPLAY"] = sockets[0].fileName }
      }
      if (environment("SWAYSOCK") ?? "").isEmpty {
        let sockets = OwnPaths.matching("\(runtime)/sway-ipc.\(geteuid()).*.sock")
        if sockets.count == 1 { missing["SWAYSOCK"] = sockets[0] }
      }
    }
    self.missing = missing
  }
}

/// Messages about paths in place of the folders of hooks.
extension Messages {
  static let linkLoop = "a link that leads back to itself"

  /// `kind` says what the path is, such as `a fifo`.
  static func isNoHookFolder(_ path: String, _ kind: String) -> String {
    "\(Output.plain(path)) is \(kind), but nightd expects a folder with hooks there: "
      + "move it away, and make the folder with mkdir"
  }

  static func hookFolderDangles(_ path: String, _ target: String) -> String {
    "\(Output.plain(path)) is a link to \(Output.plain(target)), which does not exist, but nightd "
      + "expects a folder with hooks there: make that folder, or remove the link"
  }

  static func hookFolderUnreadable(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) cannot be read: \(why); nightd expects a folder with hooks that you can "
      + "read there: chmod u+rx makes it one if it and the folders above it are yours"
  }

  static func hookFolderUnreachable(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) cannot be read: \(why); nightd expects a folder with hooks there, or "
      + "nothing"
  }
}

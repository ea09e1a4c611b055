import NightCore
import NightPrograms

/// Sets the wallpaper of sway, which starts its own swaybg for `output bg`.
///
/// sway ends its old swaybg before it starts the new one. So nightd's own swaybg shows the image
/// meanwhile; otherwise only the background colour would be visible.
struct SwayWallpaper {
  let sockets: [String]
  private let swaybg: Swaybg
  private let run: AwaitedCommand

  /// Returns nil if sway is not running.
  init?(_ context: ProgramContext, _ swaybg: Swaybg, _ run: AwaitedCommand) {
    sockets = OwnPaths.matching(context.runtime("sway-ipc.*.sock"))
    guard !sockets.isEmpty else { return nil }
    self.swaybg = swaybg
    self.run = run
  }

  /// Shows an image as the wallpaper; nil restores the wallpaper of sway's configuration.
  func show(_ picture: String?) throws(Failure) {
    guard let picture else {
      for socket in sockets { try restore(["swaymsg", "-s", socket]) }
      // A nightctl that was killed may have left its swaybg running, which would hide sway's own
      // swaybg.
      try swaybg.show(nil)
      return try swaybg.setInSway(false)
    }
    guard try !swaybg.isShownByOthers(picture) else { return try swaybg.show(nil) }
    // Before the change, record that sway shows nightd's image, so that `off` restores sway's
    // wallpaper even if nightctl is killed during the change.
    try swaybg.setInSway(true)
    let command = try "output * bg \(Self.quoted(picture)) fill"
    try swaybg.cover(with: picture) { () throws(Failure) in
      for socket in sockets { try run.output(["swaymsg", "-q", "-s", socket, command]) }
    }
  }

  /// Sets the wallpapers from sway's configuration.
  ///
  /// If the configuration sets no wallpaper, sway shows its own grey.
  ///
  /// This method does not use `swaymsg reload`, because that would run each of the user's
  /// `exec_always` commands again. The configuration is read from its file, because the
  /// configuration that sway reports lacks each `{` that is on its own line.
  private func restore(_ swaymsg: [String]) throws(Failure) {
    let version = Array(try run.output(swaymsg + ["-r", "-t", "get_version"]).utf8)
    let fields = (try? JSONReader.read(version)).map { JSONFields($0, textBytes: version.count) }
    let path = fields?.string("loaded_config_file_name") ?? ""
    let commands = SwayConfiguration(at: path).commands
    for command in ["output * bg #3f3f3f solid_color"] + commands {
      // If the image for one output is missing, the other outputs must still get their images.
      _ = try? run.output(swaymsg + ["-q", command])
    }
  }

  /// Quotes a path for a command that sway runs.
  ///
  /// sway splits the command at spaces, `;` and `,` outside quotes. sway then replaces its own
  /// variables, and expands the path like a shell, with `$(…)` and backquotes. The path is
  /// therefore in quotes, and each byte that a shell treats specially is escaped. A `$` is written
  /// as `$$` for sway, and in single quotes to protect it from the shell.
  static func quoted(_ path: String) throws(Failure) -> String {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case ..<0x20, 0x7F: throw .system(ProgramMessages.unquotablePicture(path))
      case UInt8(ascii: "$"): text += Array("'$$'".utf8)
      case 0x80..., UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.append(byte)
      default: text += [UInt8(ascii: "\\"), byte]
      }
    }
    return String(decoding: text + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}

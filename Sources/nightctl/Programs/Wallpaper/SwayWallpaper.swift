import NightPrograms

/// The picture of sway, which starts a swaybg of its own for `output bg`.
///
/// sway ends its old swaybg before it starts the new one, so that the colour behind both would show
/// until the new picture is read. A swaybg of nightd's shows the new picture meanwhile.
struct SwayWallpaper {
  /// Sets the pictures that sway's configuration names, or sway's own grey.
  ///
  /// sway tells the text of its main file, which may include others. `swaymsg reload` would run each
  /// `exec_always` of the user's again.
  private static let restoreScript = """
    main=$(swaymsg -s "$1" -p -t get_config)
    files=$(printf '%s\n' "$main" | sed -nE "s|^[[:space:]]*include[[:space:]]+||p" |
      sed "s|^~|$HOME|")
    swaymsg -q -s "$1" 'output * bg #3f3f3f solid_color'
    { printf '%s\n' "$main"; for file in $files; do cat "$file" 2> /dev/null; done; } |
      grep -E '^[[:space:]]*output[[:space:]].*[[:space:]](bg|background)[[:space:]]' |
      while read -r line; do swaymsg -q -s "$1" "$line"; done
    exit 0
    """

  let sockets: [String]
  private let swaybg: Swaybg
  private let run: AwaitedCommand

  /// Nil if no sway runs.
  init?(_ context: ProgramContext, _ swaybg: Swaybg, _ run: AwaitedCommand) {
    sockets = OwnPaths.matching(context.runtime("sway-ipc.*.sock"))
    guard !sockets.isEmpty else { return nil }
    self.swaybg = swaybg
    self.run = run
  }

  /// Shows the picture; nil gives sway's own back.
  func show(_ picture: String?) throws(Failure) {
    guard let picture else {
      for socket in sockets {
        try run.output(["sh", "-c", Self.restoreScript, "nightd", socket])
      }
      return
    }
    guard !swaybg.shows(picture) else { return }
    try swaybg.cover(with: picture) { () throws(Failure) in
      for socket in sockets {
        try run.output([
          "swaymsg", "-q", "-s", socket, "output * bg \(Self.quoted(picture)) fill",
        ])
      }
    }
  }

  /// A path as sway reads it: in quotes, and without variables.
  ///
  /// The path is searched scalar by scalar, because a quote and a combining mark form one
  /// `Character`, and the quote would be missed.
  static func quoted(_ path: String) -> String {
    var text = "\""
    for scalar in path.unicodeScalars {
      switch scalar {
      case "\\", "\"": text += "\\"
      case "$": text += "$"
      default: break
      }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

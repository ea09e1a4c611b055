import NightCore

/// The environment variables that describe the present appearance to a command.
///
/// The command gets the variables when it starts, so the command need not ask nightd.
struct ChangeEnvironment: Sendable {
  let snapshot: Snapshot
  /// The colours of the theme in use, by role.
  let colors: [(role: String, color: Color)]
  /// The style before this change; nil if the command runs for the first time.
  let previous: Style?
  /// A reason for the style, which is used instead of the snapshot's reason; nil to use the
  /// snapshot's reason.
  var reason: String?

  /// The values of the environment variables, by the variable's name.
  var variables: [String: String] {
    let appearance = snapshot.appearance
    var variables = [
      "NIGHTD_STYLE": appearance.style.rawValue,
      "NIGHTD_PREVIOUS": previous?.rawValue ?? "",
      "NIGHTD_THEME": appearance.theme,
      "NIGHTD_REASON": reason ?? appearance.reason.rawValue,
      "NIGHTD_SERIAL": String(snapshot.serial),
      "NIGHTD_CONTRAST": appearance.contrastWord,
      "NIGHTD_ACCENT": appearance.accentText,
    ]
    for (role, color) in colors {
      let name = Self.name(ofRole: role)
      // Roles such as onSurface and on-surface share one variable, which gets the colour of the
      // role that comes first in the theme.
      if variables[name] == nil { variables[name] = color.text }
    }
    return variables
  }

  /// The name of a role's environment variable, such as `NIGHTD_COLOR_ON_SURFACE` for the role
  /// `onSurface`.
  ///
  /// Each character that is not an ASCII letter or digit becomes an underscore, because shells
  /// accept no other character in names.
  static func name(ofRole role: String) -> String {
    var name = "NIGHTD_COLOR_"
    var isAfterSmall = false
    for byte in role.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isCapital = ("A"..."Z").contains(scalar)
      let isSmall = ("a"..."z").contains(scalar)
      let isDigit = ("0"..."9").contains(scalar)
      if isCapital, isAfterSmall { name += "_" }
      name += isCapital || isSmall || isDigit ? Character(scalar).uppercased() : "_"
      isAfterSmall = isSmall
    }
    return name
  }
}

extension Appearance {
  /// The contrast as `nightctl contrast` prints it: `high` or `normal`.
  var contrastWord: String { isHighContrast ? "high" : "normal" }

  /// The accent colour as `#rrggbb`; empty if no accent is set.
  var accentText: String {
    accent.map { Color($0).text } ?? ""
  }
}

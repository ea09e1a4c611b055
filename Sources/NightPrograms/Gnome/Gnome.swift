package import NightCore
package import NightValues

/// GNOME's settings, which GTK, libadwaita and the desktop portals read.
///
/// They are also the desktop's own switch. So nightd decides when they are written, with
/// `nightctl programs gnome`, and not together with the other programs.
extension ProgramCode {
  static let gnome = ProgramCode(
    name: "gnome",
    // In memory, no other program could see the settings.
    isWanted: { $0.environment("GSETTINGS_BACKEND") != "memory" }
  )
}

/// How GNOME's settings are read and written.
package enum GnomeSettings {
  package static let schema = "org.gnome.desktop.interface"
  package static let commands = SettingsCommands(
    read: ["gsettings", "get", schema, "{}"],
    write: ["gsettings", "set", schema, "{}", "{=}"],
    reset: ["gsettings", "reset", schema, "{}"]
  )
  /// Prints all keys with their values, in a third of the time of two reads.
  package static let list = ["gsettings", "list-recursively", schema]
  /// Prints `false` if an administrator locked the key.
  package static let isWritable = ["gsettings", "writable", schema, "{}"]

  /// The values in the output of `list`, by key.
  package static func values(_ printed: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in printed.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard fields.count == 3, fields[0].elementsEqual(schema.utf8), let key = String(fields[1]),
        let value = String(fields[2])
      else { continue }
      values[key] = value
    }
    return values
  }
}

/// What nightd wants for one key of GNOME's settings.
package enum GnomeOrder: Equatable, Sendable {
  /// Writes a value, which has the form that `gsettings` prints.
  case write(String, String)
  /// Writes the twin of the user's own theme for a style; without a twin, the user's theme stays.
  case pair(GnomeKey, Style)
  /// Neither writes nor restores the key.
  case leave(String)
  /// Restores the key to the value that the user chose, but only if the key has nightd's value.
  case restore(String, String)

  package var key: String {
    switch self {
    case .write(let key, _), .leave(let key), .restore(let key, _): key
    case .pair(let key, _): key.rawValue
    }
  }

  /// The order as arguments of nightctl.
  package var arguments: [String] {
    switch self {
    case .write(let key, let value): ["write", key, value]
    case .pair(let key, let style): ["pair", key.rawValue, style.rawValue]
    case .leave(let key): ["leave", key]
    case .restore(let key, let value): ["restore", key, value]
    }
  }

  /// Reads the arguments; nil if they are no orders.
  package static func orders(_ arguments: [String]) -> [GnomeOrder]? {
    var orders: [GnomeOrder] = []
    var rest = arguments[...]
    while let verb = rest.popFirst() {
      guard let key = rest.popFirst() else { return nil }
      if verb == "leave" {
        orders.append(.leave(key))
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      switch verb {
      case "write": orders.append(.write(key, value))
      case "restore": orders.append(.restore(key, value))
      case "pair":
        guard let key = GnomeKey(rawValue: key), let style = Style(rawValue: value) else {
          return nil
        }
        orders.append(.pair(key, style))
      default: return nil
      }
    }
    return orders
  }
}

package import NightCore

/// GNOME's settings, which GTK, libadwaita and the desktop portals read.
///
/// GNOME's settings also contain the desktop's own switch between light and dark. So nightd itself
/// decides when nightctl writes GNOME's settings, and runs `nightctl programs gnome` separately
/// from other programs.
extension ProgramCode {
  static let gnome = ProgramCode(
    name: "gnome",
    // Do not write settings that are stored only in memory, because no other program can see them.
    isWanted: { context in
      GnomeSettings.areHere(in: context.folders, context.fileExists)
        && context.environment("GSETTINGS_BACKEND") != "memory"
    }
  )
}

/// Where GNOME's settings are stored; nightctl reads and writes them with GLib's library GIO.
package enum GnomeSettings {
  package static let schema = "org.gnome.desktop.interface"
  /// The package that contains GIO.
  package static let package = "GLib (Debian: libglib2.0-0t64, before Debian 13 libglib2.0-0)"

  /// Splits a key into its schema and its name; a key without a schema belongs to `schema`.
  package static func place(of key: String) -> (schema: String, name: String) {
    let words = key.split(separator: " ")
    return words.count == 2 ? (String(words[0]), String(words[1])) : (schema, key)
  }

  /// Whether a data folder contains both a schema and the compiled file from which GIO reads the
  /// schema.
  package static func areHere(
    _ schema: String = schema,
    in folders: BaseFolders,
    _ exists: (String) -> Bool
  ) -> Bool {
    // Also look for a file that is named after the schema's parent, because Cinnamon's package has
    // one file for the schemas of all Cinnamon applications.
    let names = [schema, schema.split(separator: ".").dropLast().joined(separator: ".")]
    return ([folders.data].compactMap { $0 } + folders.systemData).contains { folder in
      let folder = folder + "/glib-2.0/schemas/"
      return exists(folder + "gschemas.compiled")
        && names.contains { exists("\(folder)\($0).gschema.xml") }
    }
  }
}

/// An order that tells nightctl what to do with one key of GNOME's settings.
package enum GnomeOrder: Equatable, Sendable {
  /// Writes a value, in the form that `gsettings` prints.
  case write(String, String)
  /// Replaces the user's theme with its counterpart for the given style; if the theme has no
  /// counterpart, the key keeps the user's theme.
  case pair(GnomeKey, Style)
  /// Leaves the key alone: nightctl neither writes nor restores it.
  case leave(String)
  /// Restores the user's value, but only if the key still has the value that nightd wrote.
  case restore(String, String)

  package var key: String {
    switch self {
    case .write(let key, _), .leave(let key), .restore(let key, _): key
    case .pair(let key, _): key.rawValue
    }
  }

  /// This order, written as arguments for nightctl.
  package var arguments: [String] {
    switch self {
    case .write(let key, let value): ["write", key, value]
    case .pair(let key, let style): ["pair", key.rawValue, style.rawValue]
    case .leave(let key): ["leave", key]
    case .restore(let key, let value): ["restore", key, value]
    }
  }

  /// Reads orders from nightctl's arguments; returns nil if the arguments are not valid orders.
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

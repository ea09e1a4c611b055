import CDBus

/// A name that is valid according to the D-Bus specification.
///
/// libdbus ends the process if it gets an invalid name. So every name that is passed to libdbus has
/// a type that conforms to this protocol, and strings from outside are checked first.
package protocol CheckedName: Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// What people call this kind of name, such as "bus name" or "object path".
  static var kind: String { get }
  static func isValid(_ text: String) -> Bool
  var text: String { get }
  /// Makes a name without checking it; the string must be valid.
  init(unchecked text: String)
}

extension CheckedName {
  /// Makes a name; nil if the string is not valid.
  package init?(_ text: String) {
    guard Self.isValid(text) else { return nil }
    self.init(unchecked: text)
  }

  /// Makes a name; throws `BusError.malformed` if the string is not valid.
  package init(checking text: String) throws(BusError) {
    guard Self.isValid(text) else {
      throw .malformed("\(Excerpt(text)) is not a valid \(Self.kind)")
    }
    self.init(unchecked: text)
  }

  /// Makes a name from a literal; traps if the literal is invalid, because that is a bug in the
  /// program.
  package init(stringLiteral text: String) {
    precondition(Self.isValid(text), "\(text) is not a valid \(Self.kind)")
    self.init(unchecked: text)
  }

  package var description: String { text }
}

/// A connection's unique name (`:1.42`) or a well-known name (`org.nightd.Night1`).
package struct BusName: CheckedName {
  package static let kind = "bus name"
  package let text: String
  package init(unchecked text: String) { self.text = text }
  package static func isValid(_ text: String) -> Bool {
    // libdbus accepts unique names without a dot, but the specification forbids them.
    passes(text, dbus_validate_bus_name) && text.utf8.contains(UInt8(ascii: "."))
  }
  package var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }
  /// Whether the owner of the name may change; the bus's own name never changes its owner.
  var isWellKnown: Bool { !isUnique && self != .bus }

  /// Whether `name` is this name, or begins with this name and a dot.
  func contains(_ name: String) -> Bool { name == text || name.hasPrefix(text + ".") }

  /// The name of the bus itself; the bus's signals and replies have this sender.
  package static let bus: BusName = "org.freedesktop.DBus"
}

package struct ObjectPath: CheckedName {
  package static let kind = "object path"
  package let text: String
  package init(unchecked text: String) { self.text = text }
  package static func isValid(_ text: String) -> Bool { passes(text, dbus_validate_path) }
  package static let bus: ObjectPath = "/org/freedesktop/DBus"
}

package struct InterfaceName: CheckedName {
  package static let kind = "interface name"
  package let text: String
  package init(unchecked text: String) { self.text = text }
  package static func isValid(_ text: String) -> Bool {
    passes(text, dbus_validate_interface)
  }
  package static let bus: InterfaceName = "org.freedesktop.DBus"
  package static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  /// The interface that libdbus itself serves in every process that reads its messages.
  package static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
  package static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
}

package struct MemberName: CheckedName {
  package static let kind = "member name"
  package let text: String
  package init(unchecked text: String) { self.text = text }
  package static func isValid(_ text: String) -> Bool { passes(text, dbus_validate_member) }
}

package struct ErrorName: CheckedName {
  package static let kind = "error name"
  package let text: String
  package init(unchecked text: String) { self.text = text }
  package static func isValid(_ text: String) -> Bool {
    passes(text, dbus_validate_error_name)
  }
}

/// Whether libdbus accepts a string as a name.
///
/// A string with a NUL is refused, because libdbus would check only the part before the NUL.
private func passes(
  _ text: String,
  _ check: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t
) -> Bool {
  text.utf8.count <= 16_384 && !text.utf8.contains(0) && check(text, nil) != 0
}

/// A string from another program, changed so that it is safe to show to people: quoted, shortened,
/// and without control characters.
package struct Excerpt: CustomStringConvertible, Sendable {
  /// How many Unicode scalars of the string are shown.
  package static let limit = 60
  /// The length of the longest path that Linux allows, in bytes.
  private static let longestPath = 4_096
  private let text: String
  private let limit: Int

  package init(_ text: String) {
    self.text = text
    limit = Self.limit
  }

  /// Makes an excerpt of a path; the path is not shortened, because its end matters most.
  package init(path: String) {
    text = path
    limit = Self.longestPath
  }

  package var description: String {
    var shown = "“"
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    let isWhole = text.unicodeScalars.dropFirst(limit).isEmpty
    return shown + (isWhole ? "”" : "…”")
  }
}

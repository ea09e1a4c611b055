import CDBus

/// A name of the bus that has been checked against the specification's rules.
///
/// libdbus ends the process when it is handed a malformed name, so a name reaches it only as one
/// of these types, and a string becomes one of these types only through a check.
package protocol CheckedName: Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// Names the kind for messages to people: "bus name", "object path".
  static var kind: String { get }
  static func isValid(_ text: String) -> Bool
  var text: String { get }
  init(unchecked text: String)
}

extension CheckedName {
  /// Answers nil where the text breaks the rules of this kind of name.
  package init?(_ text: String) {
    guard Self.isValid(text) else { return nil }
    self.init(unchecked: text)
  }

  /// Throws `BusError.malformed` where the text breaks the rules of this kind of name.
  package init(checking text: String) throws(BusError) {
    guard Self.isValid(text) else {
      throw .malformed("\(Excerpt(text)) is not a valid \(Self.kind)")
    }
    self.init(unchecked: text)
  }

  /// Takes a name written in the source; a malformed one is a programmer's mistake and traps.
  package init(stringLiteral text: String) {
    precondition(Self.isValid(text), "\(text) is not a valid \(Self.kind)")
    self.init(unchecked: text)
  }

  package var description: String { text }
}

/// A connection's unique name (`:1.42`) or a well-known one (`org.nightd.Night1`).
package struct BusName: CheckedName {
  package static let kind = "bus name"
  package let text: String
  package init(unchecked text: String) { self.text = text }
  package static func isValid(_ text: String) -> Bool {
    // libdbus takes unique names without a dot, which the specification does not.
    passes(text, dbus_validate_bus_name) && text.utf8.contains(UInt8(ascii: "."))
  }
  package var isUnique: Bool { text.utf8.first == UInt8(ascii: ":") }
  /// A name that one connection after the other may have; the bus always has its own.
  var isWellKnown: Bool { !isUnique && self != .bus }

  /// Whether `name` is this name, or begins with it and a dot.
  func contains(_ name: String) -> Bool { name == text || name.hasPrefix(text + ".") }

  /// The bus itself, which sends its own signals under this name.
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
  /// libdbus answers it in every process that reads its messages.
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

/// A C string ends at its first NUL, so libdbus would check less than what stands here.
private func passes(
  _ text: String,
  _ check: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t
) -> Bool {
  text.utf8.count <= 16_384 && !text.utf8.contains(0) && check(text, nil) != 0
}

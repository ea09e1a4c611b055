import NightCore

/// Identifies a session bus, so that two addresses of the same bus can be recognized.
///
/// Two different addresses can lead to the same bus: for example, one of them has a GUID and the
/// other has none, or a container has the socket at another path. So a socket in the file system is
/// identified by its device and inode.
package enum BusIdentity: Equatable, Sendable {
  case socket(device: UInt64, inode: UInt64)
  /// A socket in Linux's abstract namespace, which has a name instead of a file.
  case abstract(String)
}

/// The session bus to which the environment variables lead.
package enum SessionBusOfEnvironment: Equatable, Sendable {
  case identified(BusIdentity)
  /// The environment has an address, but that address does not lead to exactly one existing socket.
  case unidentified
  /// The environment has no address, and the runtime folder has no socket of a bus.
  case none

  /// Finds the session bus in the same way as a D-Bus client that connects to the bus.
  ///
  /// `look` returns the device and the inode of a file, or nil if the file does not exist.
  package init(
    environment: (String) -> String?,
    look: (String) -> (device: UInt64, inode: UInt64)?
  ) {
    let socket = BaseFolders(environment: environment).runtime.map { $0 + "/bus" }
    guard let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty else {
      guard let found = socket.flatMap(look) else {
        self = .none
        return
      }
      self = .identified(.socket(device: found.device, inode: found.inode))
      return
    }
    self =
      BusIdentity(address, usualSocket: socket, look: look).map { .identified($0) }
      ?? .unidentified
  }

  package var identity: BusIdentity? {
    if case .identified(let identity) = self { identity } else { nil }
  }
}

extension BusIdentity {
  /// Returns nil unless the address leads to exactly one existing Unix socket.
  ///
  /// A list of addresses does not identify a bus, because a client uses the first address that
  /// works.
  package init?(
    _ address: String,
    usualSocket: String?,
    look: (String) -> (device: UInt64, inode: UInt64)?
  ) {
    let usable = address.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    let transport = "unix:"
    guard usable.count == 1, usable[0].hasPrefix(transport) else { return nil }
    var path: String?
    for pair in usable[0].dropFirst(transport.utf8.count).split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Self.unescaped(parts[1]) else { return nil }
      switch parts[0] {
      case "path": path = value
      case "runtime" where value == "yes": path = usualSocket
      case "abstract":
        self = .abstract(value)
        return
      default: break
      }
    }
    guard let found = path.flatMap(look) else { return nil }
    self = .socket(device: found.device, inode: found.inode)
  }

  /// Replaces each escape, such as `%20`, with its byte; nil if the text is malformed.
  private static func unescaped(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2, code != 0
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

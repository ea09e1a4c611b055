import NightBus
import NightContract

/// A daemon that does not answer.
extension Client {
  /// For how many milliseconds an answer is waited for before the daemon is pinged, and then for
  /// the answer to that.
  static let soon = 1_000

  /// The methods that change something; all others only read.
  private static let changing: [MemberName] = [
    "Set", "Toggle", "Resume", "UseTheme", "SetFor", "Write",
  ]

  /// libdbus answers it in every process that reads its messages.
  private static let peer: InterfaceName = "org.freedesktop.DBus.Peer"

  /// Whether a process has the daemon's name and does not even answer a ping.
  ///
  /// A daemon that writes to a slow disk answers one.
  var isHung: Bool {
    guard process != nil, let connection = try? connect(),
      let ping = try? Message.call(to: .nightd, at: .nightd, Self.peer, "Ping", [])
    else { return false }
    ping.setAutoStart(false)
    do throws(BusError) {
      _ = try connection.callAndWait(ping, milliseconds: Self.soon)
      return false
    } catch .timedOut {
      return true
    } catch {
      return false
    }
  }

  func silence(after member: MemberName) -> ClientError {
    .silent(process: process, isRead: Self.isRead(member))
  }

  static func isRead(_ member: MemberName) -> Bool { !changing.contains(member) }

  /// The process that has the daemon's name; nil if none has it, or the bus does not say.
  private var process: UInt32? {
    let name = BusValue.string(BusName.nightd.text)
    guard let connection = try? connect(),
      let call = try? Message.call(to: .bus, at: .bus, .bus, "GetConnectionUnixProcessID", [name]),
      let answer = try? connection.callAndWait(call, milliseconds: Self.soon)
    else { return nil }
    return try? answer.values().first?.asUInt32
  }
}

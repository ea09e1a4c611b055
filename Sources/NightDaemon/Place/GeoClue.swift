import NightBus
import NightCore

/// A client of GeoClue on one connection.
///
/// Calls to GeoClue have no timeout, because GeoClue may need to ask the user for permission. Each
/// call waits until GeoClue replies or stops running. The code that uses this class sets its own
/// time limits.
final class GeoClue {
  enum Event: Equatable {
    case located(GeoClueLocation)
    /// GeoClue has made a client object for nightd.
    case accepted
    /// The location that GeoClue reported is malformed.
    case nonsense
    /// GeoClue does not serve nightd, so nightd no longer follows GeoClue.
    case failed(GeoClueFailure)
    /// GeoClue ended while nightd followed it.
    case lost
    /// GeoClue started while nightd did not follow it.
    case appeared
  }

  /// Called on the loop's thread with each event.
  var onEvent: (Event) -> Void = { _ in }

  private static let forever = Int(Int32.max)

  private let connection: Connection
  private var owner: NameOwner?
  /// How many times nightd has stopped using GeoClue; a reply to a call that nightd made before the
  /// last stop is dropped.
  private var ends = 0
  /// True from the first call until GeoClue fails or nightd stops using it.
  private(set) var isFollowed = false
  /// The client object that GeoClue made for nightd, and GeoClue's unique name.
  private var client: (path: ObjectPath, peer: BusName)?
  private var subscription: Subscription?
  private var isReading = false
  private var next: ObjectPath?

  /// Takes ownership of the connection, which is closed when this object is released.
  init(on connection: Connection) throws(BusError) {
    self.connection = connection
    connection.onLost = { [weak self] in self?.end(.lost) }
    owner = try NameOwner(of: .geoClue, on: connection, milliseconds: Self.forever) {
      [weak self] in self?.ownerChanged($0)
    }
  }

  deinit { connection.close() }

  var isConnected: Bool { !connection.isLost }

  /// Whether GeoClue is running, but has not replied to the first call yet.
  ///
  /// GeoClue 2.6 and later (seen with 2.6.0) reply only after an agent has started in the session.
  var awaitsAgent: Bool { isFollowed && client == nil && owner?.uniqueName != nil }

  /// Asks for a client object, and follows its locations; the call starts GeoClue if necessary.
  func begin() {
    guard !isFollowed else { return }
    isFollowed = true
    ask(.geoClue, .manager, .manager, "GetClient") { [weak self] answer in
      guard let self else { return }
      guard
        case .objectPath(let path)? = try? answer.values().first,
        let peer = answer.sender, peer == owner?.uniqueName
      else { return end(.failed(.useless("GetClient"))) }
      client = (path, peer)
      onEvent(.accepted)
      start(path, peer)
    }
  }

  /// Deletes the client object, so that a GeoClue without other clients can end.
  func leave() {
    ends += 1
    isFollowed = false
    subscription = nil
    isReading = false
    next = nil
    guard let (path, peer) = client else { return }
    client = nil
    send(peer, path, .client, "Stop")
    send(peer, .manager, .manager, "DeleteClient", [.objectPath(path)])
  }

  private func end(_ event: Event) {
    guard isFollowed else { return }
    leave()
    onEvent(event)
  }

  private func ownerChanged(_ owner: BusName?) {
    switch client {
    case let client? where client.peer != owner: end(.lost)
    case nil where !isFollowed && owner != nil: onEvent(.appeared)
    default: break
    }
  }

  /// Sets the client's properties and then starts the client; the bus keeps the order of the calls.
  private func start(_ path: ObjectPath, _ peer: BusName) {
    let rule = MatchRule(path: path, interface: .client, member: "LocationUpdated")
    do throws(BusError) {
      guard let owner else { return }
      subscription = try connection.subscribe(rule, from: owner) { [weak self] in self?.updated($0)
      }
    } catch {
      return end(.lost)
    }
    let properties: KeyValuePairs<String, BusValue> = [
      "DesktopId": .string(GeoClueOptions.desktopId),
      "RequestedAccuracyLevel": .uint32(GeoClueOptions.cityLevel),
      "DistanceThreshold": .uint32(GeoClueOptions.metres),
    ]
    for (name, value) in properties {
      let arguments: [BusValue] = [
        .string(InterfaceName.client.text), .string(name), .variant(value),
      ]
      ask(peer, path, .properties, "Set", arguments) { _ in }
    }
    ask(peer, path, .client, "Start") { _ in }
  }
}

// MARK: - Locations

extension GeoClue {
  /// Reads the new location; if several locations arrive together, reads only the last one.
  private func updated(_ signal: borrowing Message) {
    guard case .objectPath(let location)? = try? signal.values().last else {
      return onEvent(.nonsense)
    }
    next = location
    readNext()
  }

  private func readNext() {
    guard !isReading, let location = next, let client else { return }
    next = nil
    isReading = true
    let arguments: [BusValue] = [.string(InterfaceName.location.text)]
    call(client.peer, location, .properties, "GetAll", arguments) { [weak self] answer, error in
      guard let self else { return }
      isReading = false
      // GeoClue may delete a location object as soon as a newer location exists.
      guard next == nil else { return readNext() }
      onEvent(error == nil ? GeoClueLocation(answer).map(Event.located) ?? .nonsense : .nonsense)
    }
  }
}

// MARK: - Calls

extension GeoClue {
  /// Makes a call; after an error, nightd no longer follows GeoClue.
  private func ask(
    _ peer: BusName,
    _ path: ObjectPath,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue] = [],
    then deliver: @escaping (borrowing Message) -> Void
  ) {
    call(peer, path, interface, member, arguments) { [weak self] answer, error in
      guard let error else { return deliver(answer) }
      self?.end(GeoClueFailure(error, of: member).map(Event.failed) ?? .lost)
    }
  }

  /// Makes a call; if nightd stops using GeoClue before the reply comes, the reply is dropped.
  private func call(
    _ peer: BusName,
    _ path: ObjectPath,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue],
    then deliver: @escaping (borrowing Message, BusError?) -> Void
  ) {
    let ends = ends
    do throws(BusError) {
      let call = try Message.call(to: peer, at: path, interface, member, arguments)
      try connection.call(call, milliseconds: Self.forever) { [weak self] answer, error in
        guard ends == self?.ends else { return }
        deliver(answer, error)
      }
    } catch {
      end(.lost)
    }
  }

  /// Makes a call without asking for a reply.
  ///
  /// A failure is ignored, because GeoClue also deletes the client object when the connection ends.
  private func send(
    _ peer: BusName,
    _ path: ObjectPath,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue] = []
  ) {
    guard let call = try? Message.call(to: peer, at: path, interface, member, arguments) else {
      return
    }
    call.setNoReply()
    call.setAutoStart(false)
    try? connection.send(call)
  }
}

extension BusName {
  static let geoClue: BusName = "org.freedesktop.GeoClue2"
}

extension ObjectPath {
  fileprivate static let manager: ObjectPath = "/org/freedesktop/GeoClue2/Manager"
}

extension InterfaceName {
  fileprivate static let manager: InterfaceName = "org.freedesktop.GeoClue2.Manager"
  fileprivate static let client: InterfaceName = "org.freedesktop.GeoClue2.Client"
  fileprivate static let location: InterfaceName = "org.freedesktop.GeoClue2.Location"
}

/// A location that GeoClue reports.
struct GeoClueLocation: Equatable {
  let place: Place
  /// The radius around the reported place, in kilometres; 0 if unknown.
  let accuracy: Double

  /// Reads the properties of a location object; returns nil if they contain no valid place.
  init?(_ answer: borrowing Message) {
    guard
      case .dictionary(_, _, let entries)? = try? answer.values(most: 256).first,
      let latitude = Self.number("Latitude", in: entries),
      let longitude = Self.number("Longitude", in: entries),
      let accuracy = Self.number("Accuracy", in: entries),
      let place = Place(latitude: latitude, longitude: longitude)
    else { return nil }
    self.place = place.rounded
    // GeoClue uses -1 for an unknown accuracy.
    self.accuracy = accuracy.isFinite ? max(accuracy / 1_000, 0) : 0
  }

  private static func number(_ name: String, in entries: [BusValue.Entry]) -> Double? {
    guard
      case .variant(.double(let number))? = entries.first(where: { $0.key == .string(name) })?.value
    else { return nil }
    return number
  }
}

/// Why GeoClue does not serve nightd.
enum GeoClueFailure: Equatable {
  /// GeoClue is not running and cannot be started.
  case absent
  case denied
  /// GeoClue refuses because the session has no agent; only versions before 2.6 refuse for this
  /// reason.
  case agentless
  /// GeoClue replied to a call of this method with a malformed value or an unexpected error.
  case useless(String)

  /// Makes a failure from an error; returns nil if GeoClue or the bus ended during the call.
  ///
  /// The error's message is never stored, because the message may contain this machine's place.
  init?(_ error: BusError, of member: MemberName) {
    guard case .refused(let refusal) = error else { return nil }
    let name = refusal.name.text
    switch refusal.name {
    case "org.freedesktop.DBus.Error.AccessDenied" where refusal.message.hasPrefix(Self.noAgent):
      self = .agentless
    case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed":
      self = .denied
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
      "org.freedesktop.DBus.Error.TimedOut":
      self = .absent
    // The bus sends this error if GeoClue disconnects before it replies.
    case "org.freedesktop.DBus.Error.NoReply": return nil
    case _ where Self.startErrors.contains(where: name.hasPrefix): self = .absent
    default: self = .useless(member.text)
    }
  }

  private static let noAgent = "'\(GeoClueOptions.desktopId)' disallowed, no agent"

  /// The prefixes of the errors that the bus and systemd send if they cannot start GeoClue.
  private static let startErrors = [
    "org.freedesktop.DBus.Error.Spawn.", "org.freedesktop.systemd1.",
  ]
}

/// The properties of nightd's client object.
private enum GeoClueOptions {
  /// The name by which users permit nightd to use GeoClue: `nightd.desktop`, or `[nightd]` in
  /// geoclue.conf.
  static let desktopId = "nightd"
  /// GCLUE_ACCURACY_LEVEL_CITY is enough, because sunset differs only by seconds within a town.
  static let cityLevel: UInt32 = 4
  /// How many metres the machine must move before GeoClue reports a new place.
  static let metres: UInt32 = 10_000
}

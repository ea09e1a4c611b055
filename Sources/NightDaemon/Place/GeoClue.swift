import NightBus

/// GeoClue on one connection, as its client.
///
/// Nothing is waited for: a call stands until it is answered or GeoClue goes, since it may be the
/// person who is asked. Whoever uses it judges the time.
final class GeoClue {
  enum Event: Equatable {
    case told(Fix)
    /// It takes us as its client.
    case accepted
    /// It told a place that is none.
    case nonsense
    /// It does not take us as its client; it is let go.
    case failed(GeoClueFailure)
    /// It has gone, while it was followed.
    case lost
    /// One has come, while none was followed.
    case came
  }

  /// Called on the loop.
  var onEvent: (Event) -> Void = { _ in }

  private static let forever = Int(Int32.max)

  private let connection: Connection
  private var owner: NameOwner?
  /// Counts up with each beginning and end: answers to an earlier one are for nobody.
  private var turn = 0
  /// From the question for a client to its end.
  private(set) var isFollowed = false
  /// The client that it made for us, and who has it.
  private var client: (path: ObjectPath, of: BusName)?
  /// Whether a GeoClue that runs has not answered the first call: from 2.6 on (seen with 2.6.0) it
  /// answers that one only once the user's session has an agent.
  var awaitsAgent: Bool { isFollowed && client == nil && owner?.uniqueName != nil }
  private var subscription: Subscription?
  private var isReading = false
  private var next: ObjectPath?

  /// The connection is this one's alone, and ends with it.
  init(on connection: Connection) throws(BusError) {
    self.connection = connection
    connection.onLost = { [weak self] in self?.end(.lost) }
    owner = try NameOwner(of: .geoClue, on: connection, milliseconds: Self.forever) {
      [weak self] in self?.ownerChanged($0)
    }
  }

  deinit { connection.close() }

  var isConnected: Bool { !connection.isLost }

  /// Asks it for a client, which starts it where it does not run, and follows what that is told.
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

  /// Lets go of the client, so that a GeoClue that nobody else uses may end.
  func leave() {
    turn += 1
    isFollowed = false
    subscription = nil
    isReading = false
    next = nil
    guard let (path, peer) = client else { return }
    client = nil
    tell(peer, path, .client, "Stop")
    tell(peer, .manager, .manager, "DeleteClient", [.objectPath(path)])
  }

  private func end(_ event: Event) {
    guard isFollowed else { return }
    leave()
    onEvent(event)
  }

  private func ownerChanged(_ owner: BusName?) {
    switch client {
    case let client? where client.of != owner: end(.lost)
    case nil where !isFollowed && owner != nil: onEvent(.came)
    default: break
    }
  }

  /// The bus keeps the order, so that it knows who we are and what for before it is to start.
  private func start(_ path: ObjectPath, _ peer: BusName) {
    let rule = MatchRule(path: path, interface: .client, member: "LocationUpdated")
    do throws(BusError) {
      guard let owner else { return }
      subscription = try connection.subscribe(rule, from: owner) { [weak self] in self?.updated($0)
      }
    } catch {
      return end(.lost)
    }
    let wishes: KeyValuePairs<String, BusValue> = [
      "DesktopId": .string(GeoClueWishes.desktopId),
      "RequestedAccuracyLevel": .uint32(GeoClueWishes.cityLevel),
      "DistanceThreshold": .uint32(GeoClueWishes.metres),
    ]
    for (name, value) in wishes {
      let arguments: [BusValue] = [
        .string(InterfaceName.client.text), .string(name), .variant(value),
      ]
      ask(peer, path, .properties, "Set", arguments) { _ in }
    }
    ask(peer, path, .client, "Start") { _ in }
  }
}

// MARK: - Places

extension GeoClue {
  /// Of many that come at once the last one counts.
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
    call(client.of, location, .properties, "GetAll", arguments) { [weak self] answer, error in
      guard let self else { return }
      isReading = false
      // One that has been followed by another may be gone already.
      guard next == nil else { return readNext() }
      onEvent(error == nil ? Fix(answer).map(Event.told) ?? .nonsense : .nonsense)
    }
  }
}

// MARK: - Calls

extension GeoClue {
  /// Calls; without an answer there is nothing to follow.
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

  /// Calls; what comes after the turn has ended is for nobody.
  private func call(
    _ peer: BusName,
    _ path: ObjectPath,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue],
    then deliver: @escaping (borrowing Message, BusError?) -> Void
  ) {
    let turn = turn
    do throws(BusError) {
      let call = try Message.call(to: peer, at: path, interface, member, arguments)
      try connection.call(call, milliseconds: Self.forever) { [weak self] answer, error in
        guard turn == self?.turn else { return }
        deliver(answer, error)
      }
    } catch {
      end(.lost)
    }
  }

  /// Best effort: the end of the connection says the same.
  private func tell(
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

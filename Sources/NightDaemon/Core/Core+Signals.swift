import NightBus
import NightContract
import NightCore
import NightValues

// Signals are sent here in the order of the effects, whichever part their interface belongs to: a
// client that has its reply has had the signals before it.
extension Core {
  func signal(_ effect: Effect) {
    switch effect {
    case .changed(let standing): send("Changed", of: .style, standing.values)
    case .propertiesChanged(let properties):
      let names = properties.map { MemberName(unchecked: $0.rawValue) }
      send { [connection] () throws(BusError) in
        try connection.server.propertiesChanged(names, of: .style, at: .nightd)
      }
    case .preferencesChanged(let changes): for change in changes { send(change) }
    case .applicationChanged(let application, let choice):
      send("AppChanged", of: .style, [.string(application), .string(choice.rawValue)])
    case .desktopChanged: send("Changed", of: .desktop)
    case .scheduleChanged: send("Changed", of: .schedule)
    case .commit, .answer, .refuse, .arm, .remember, .mirrorAgain, .switchIgnored: break
    }
  }

  /// Sends a signal of an exported interface.
  func send(_ name: MemberName, of interface: InterfaceName, _ values: [BusValue] = []) {
    send { [connection] () throws(BusError) in
      try connection.server.signal(name, of: interface, at: .nightd, values)
    }
  }

  /// A private preference is never in a signal.
  func send(_ change: PreferenceChange) {
    guard !change.key.isPrivate else { return }
    var facts: [(String, BusValue)] = [("revision", .uint64(revision))]
    if let found = change.found, let value = found.value {
      facts.append(("value", value.bus))
      facts.append(("origin", .string(found.origin.rawValue)))
    }
    send(
      "Changed",
      of: .preferences,
      [.string(change.key.name), .string(change.key.application), .options(facts)]
    )
  }

  /// The number of the last commit.
  var revision: UInt64 { UInt64(clamping: keeper.durable.revision) }

  private func send(_ message: () throws(BusError) -> Message?) {
    do throws(BusError) {
      guard let message = try message() else { return }
      try connection.send(message)
    } catch .disconnected {
      // The end is under way already.
    } catch {
      onFault(Messages.notTold(error))
    }
  }
}

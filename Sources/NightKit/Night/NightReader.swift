import NightBus
import NightClient
import NightCore
import Synchronization

/// The style and the theme for one thread of a program that knows nothing of actors.
///
/// The C library stands on it. What it answers changes in `dispatch()` alone, so that several answers
/// belong together. Confined to one thread at a time.
package final class NightReader {
  /// Why there is none.
  package enum Obstacle: Error {
    /// The name can be no application's.
    case name
    /// The kernel gave no descriptor, with this errno.
    case descriptor(Int32)
  }

  private static let patience = Duration.seconds(2)

  package private(set) var appearance: Appearance
  package private(set) var source: Source
  private var lastNumber: UInt64
  private var preferences: [String: PreferenceValue] = [:]
  private var lastPreferences: UInt64?
  private let application: String
  private let engine: Engine
  private let looks: Board.Looks
  private let values = Board.Values([:])
  private let outlet: BellOutlet

  /// Connects and waits as `Night` does.
  package init(application: String?) throws(Obstacle) {
    if let application, (try? NightCore.PreferenceKey.checkApplication(application)) == nil {
      throw .name
    }
    do throws(BusError) { outlet = BellOutlet(try Bell()) } catch {
      guard case .system(_, let code) = error else { throw .descriptor(0) }
      throw .descriptor(code)
    }
    self.application = application ?? ""
    engine = Engine(log: Night.logToStandardError)
    looks = Board.Looks(Sighting(appearance: .light, source: .nobody))
    engine.board.follow(application.map(Subject.application) ?? .desktop, looks)
    looks.waitUntilKnown(Self.patience)
    // Before it is read: what comes from now on rings.
    looks.add(outlet)
    let (number, sighting) = looks.newest
    (lastNumber, appearance, source) = (number, sighting.appearance, sighting.source)
  }

  /// Readable while `dispatch()` has something to do.
  package var fileDescriptor: Int32 { outlet.bell.number }

  /// Takes over what is newest; answers whether anything is another than before.
  package func dispatch() -> Bool {
    outlet.bell.still()
    let (number, sighting) = looks.newest
    var isChanged = number != lastNumber && sighting.appearance != appearance
    (lastNumber, appearance, source) = (number, sighting.appearance, sighting.source)
    if let lastPreferences {
      let (number, newest) = values.newest
      isChanged = isChanged || (number != lastPreferences && newest != preferences)
      (self.lastPreferences, preferences) = (number, newest)
    }
    return isChanged
  }

  /// The preference of a name; nil where no layer has one.
  ///
  /// Preferences are followed from the first question on.
  package func preference(_ name: String) -> PreferenceValue? {
    if lastPreferences == nil {
      engine.board.follow(preferencesOf: application, values)
      values.waitUntilKnown(Self.patience)
      values.add(outlet)
      let (number, newest) = values.newest
      (lastPreferences, preferences) = (number, newest)
    }
    return Preferences.find(name, in: preferences)
  }

  /// Sets a style for the whole desktop, and waits until it is on disk and told.
  ///
  /// The next `dispatch()` has it.
  package func set(_ style: Style) throws(NightError) {
    let reply = Reply()
    let choice = NightCore.Choice(style.core)
    engine.board.add(
      Errand { client, then in
        client.start(.set(choice)) { then($0.map { _ in }) }
      } answer: {
        reply.give($0)
      }
    )
    try reply.wait().mapError(NightError.init).get()
  }
}

/// To a loop that watches a descriptor and asks by itself.
private final class BellOutlet: Outlet {
  let bell: Bell

  init(_ bell: Bell) { self.bell = bell }

  func ring() { bell.ring() }
}

/// What one thread waits for and another gives, once.
private final class Reply: Sendable {
  typealias Outcome = Result<Void, ClientError>

  private let latch = Latch()
  private let outcome = Mutex<Outcome>(.failure(.noAnswer))

  func give(_ outcome: Outcome) {
    self.outcome.withLock { $0 = outcome }
    latch.open()
  }

  func wait() -> Outcome {
    latch.wait()
    return outcome.withLock { $0 }
  }
}

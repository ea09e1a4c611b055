package import NightBus
import NightClient
import NightCore
import NightValues
import Synchronization

/// Reads the style and the theme for a program without actors; the C library is built on it.
///
/// The values change only in `dispatch()`, so that several values read in a row belong together.
/// Use a reader on one thread at a time.
package final class NightReader {
  private static let timeout = Duration.seconds(2)
  private static let closingTimeout = Duration.milliseconds(200)

  package private(set) var appearance: Appearance
  package var source: Source { appearance.source }
  private var lastNumber: UInt64
  private var preferences: [String: PreferenceValue] = [:]
  private var lastPreferences: UInt64?
  private let application: String
  private let engine: Engine
  private let appearances: AppearanceChannel
  private let values = PreferenceChannel([:])
  private let delivery: DescriptorDelivery

  /// Whether a text can be the name of an application.
  package static func isValid(application: String) -> Bool {
    NightCore.PreferenceKey.isApplication(application)
  }

  /// Begins with the published state, or waits up to two seconds for the first answer, as `Night`
  /// does.
  ///
  /// The name must be valid. Throws if the kernel provides no descriptor.
  package init(application: String?) throws(BusError) {
    delivery = DescriptorDelivery(try Bell())
    self.application = application ?? ""
    appearances = AppearanceChannel(application == nil ? PublishedAppearance() : nil)
    engine = Engine(WaitLimit(Self.timeout), log: Night.logToStandardError)
    engine.shared.follow(application.map(Subject.application) ?? .desktop, appearances)
    engine.limit.wait(for: appearances)
    // The delivery is added before the value is read, so that every later change is reported.
    appearances.add(delivery)
    (lastNumber, appearance) = appearances.newest
  }

  // Without this wait, a program that opens and closes many readers in a row would run out of
  // descriptors.
  deinit { engine.close(Self.closingTimeout) }

  /// A descriptor that is readable while `dispatch()` has work to do.
  package var fileDescriptor: Int32 { delivery.bell.number }

  /// Switches to the newest values, and returns whether any of them changed.
  package func dispatch() -> Bool {
    delivery.bell.silence()
    let (number, newest) = appearances.newest
    var isChanged = number != lastNumber && newest != appearance
    (lastNumber, appearance) = (number, newest)
    if let lastPreferences {
      let (number, newest) = values.newest
      isChanged = isChanged || (number != lastPreferences && newest != preferences)
      (self.lastPreferences, preferences) = (number, newest)
    }
    return isChanged
  }

  /// The preference with this name, or nil if no layer sets it.
  ///
  /// The first call waits for the preferences, but at most two seconds. From then on nightd reports
  /// each change of them.
  package func preference(_ name: String) -> PreferenceValue? {
    if lastPreferences == nil {
      engine.shared.follow(preferencesOf: application, values)
      engine.limit.wait(for: values)
      values.add(delivery)
      let (number, newest) = values.newest
      (lastPreferences, preferences) = (number, newest)
    }
    return Preferences.find(name, in: preferences)
  }

  /// Sets the style of the whole desktop, and waits until the style is on disk and announced.
  ///
  /// The next `dispatch()` switches to the new style.
  package func set(_ style: Style) throws(NightError) {
    let reply = Reply()
    let choice = NightValues.Choice(style.core)
    engine.shared.add(
      PendingRequest { client, then in
        client.start(.set(choice)) { then($0.map { _ in }) }
      } answer: {
        reply.give($0)
      }
    )
    try reply.wait().mapError(NightError.init).get()
  }
}

/// A reply for which one thread waits and which another thread provides once.
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

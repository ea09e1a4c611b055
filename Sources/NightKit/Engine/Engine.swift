import Glibc
import NightBus
import NightClient
import Synchronization

/// The bus thread and the state shared with it; the thread ends when the engine is released.
final class Engine: Sendable {
  /// A part that is pinned to one style or theme; all callers that pin the same subject share it.
  struct Pin {
    let channel: AppearanceChannel
    let main: MainDelivery<Appearance>
    /// The `Night` that all callers share; it exists as long as any caller keeps it.
    weak var night: Night?

    init(_ appearance: Appearance, _ loop: OwnLoop?) {
      channel = AppearanceChannel(appearance: appearance)
      main = MainDelivery(channel, loop)
    }
  }

  let shared: SharedState
  private let pins = Mutex<[Subject: Pin]>([:])

  init(log: @escaping @Sendable (String) -> Void) {
    let shared = SharedState(log: log)
    self.shared = shared
    // The environment is read on the caller's thread, because the program might change it while
    // another thread reads it.
    do throws(ClientError) {
      let address = try Client.address { name in getenv(name).map { String(cString: $0) } }
      if !Worker.start({ BusThread.run(shared, address) }) {
        shared.end(.noBus("the system has no thread left to follow the style on"))
      }
    } catch {
      shared.end(error)
    }
  }

  deinit { shared.close() }

  /// The part that is pinned to `subject`; it has `appearance` until the daemon has answered.
  func pinned(_ subject: Subject, _ appearance: Appearance, of night: Night) -> Night {
    let (pinned, isNew) = pins.withLock { pins in
      if let known = pins[subject]?.night { return (known, false) }
      let known = pins[subject]
      var pin = known ?? Pin(appearance.from(.nobody), night.loop)
      let pinned = Night(pin, of: night)
      pin.night = pinned
      pins[subject] = pin
      return (pinned, known == nil)
    }
    if isNew { shared.follow(subject, pinned.channel) }
    return pinned
  }
}

package import NightBus
import NightClient
import NightCore
import Synchronization

/// Reads the style and the theme for programs without actors; the C library is built on this class.
///
/// The values change only in `dispatch()`, so all values that you read between two calls of
/// `dispatch()` belong together. Use a reader on one thread at a time. Several threads may use
/// different readers at the same time, even if one was pinned from the other.
package final class NightReader {
  /// The version of this library.
  package static let version = Contract.version

  fileprivate static let readingTimeout = Duration.seconds(2)
  private static let requestTimeout = Duration.seconds(30)

  package private(set) var appearance: Appearance
  package var source: Source { appearance.source }
  /// The timeout of each call; if it is nil, a read may take two seconds, and a request 30 seconds.
  package var timeout: Duration?

  private var lastNumber: UInt64
  private var preferences: [String: PreferenceValue] = [:]
  private var lastPreferences: UInt64?
  /// The preferences that the program has read; changes of other preferences are not reported.
  private var readNames: Set<String> = []
  private let link: ReaderLink
  private let appearances: AppearanceChannel
  private let delivery: DescriptorDelivery
  private var preferenceDelivery: UInt64?

  /// Whether a string is a valid name of an application.
  package static func isValid(application: String) -> Bool {
    NightCore.PreferenceKey.isApplication(application)
  }

  /// Makes a reader; unless the daemon's published state is enough, waits up to two seconds for the
  /// daemon's first answer.
  ///
  /// `application` must be the valid name of an application, or nil. Throws if the kernel provides
  /// no descriptor.
  package convenience init(application: String?) throws(BusError) {
    let bell = try Bell()
    let link = ReaderLink(application ?? "")
    try self.init(
      link.engine.subject(of: application),
      link.engine.firstChannel(of: application),
      link,
      bell,
      Self.readingTimeout
    )
  }

  /// Makes a reader whose style never changes; it shares the connection of `reader`.
  ///
  /// Waits for the style's theme, but not longer than the timeout of `reader`.
  package convenience init(_ reader: NightReader, pinnedTo style: Style) throws(BusError) {
    try self.init(reader, .style(style.core), reader.appearance.withBuiltIn(style))
  }

  /// Makes a reader that always has the theme with this name; it shares the connection of `reader`.
  ///
  /// Waits for the theme, but not longer than the timeout of `reader`. If no theme has this name,
  /// the reader has the built-in theme of the present style.
  package convenience init(_ reader: NightReader, pinnedToTheme name: String) throws(BusError) {
    let builtIn = BuiltInThemes.fact(name).map { Theme(.builtIn($0.name)) }
    var pinned = reader.appearance
    pinned.theme = builtIn ?? .builtIn(pinned.style, isHighContrast: pinned.isHighContrast)
    pinned.style = pinned.theme.style
    try self.init(reader, .theme(name), pinned)
  }

  private convenience init(
    _ reader: NightReader,
    _ subject: Subject,
    _ appearance: Appearance
  ) throws(BusError) {
    try self.init(
      subject,
      AppearanceChannel(appearance: appearance.from(.nobody)),
      reader.link,
      Bell(),
      reader.timeout ?? Self.readingTimeout
    )
    timeout = reader.timeout
  }

  private init(
    _ subject: Subject,
    _ channel: AppearanceChannel,
    _ link: ReaderLink,
    _ bell: Bell,
    _ timeout: Duration
  ) throws(BusError) {
    appearances = channel
    delivery = DescriptorDelivery(bell)
    self.link = link
    link.engine.shared.follow(subject, channel)
    link.engine.limit.wait(for: channel, atMost: timeout)
    // Add the delivery before reading the value, so that every later change is reported.
    channel.add(delivery)
    (lastNumber, appearance) = channel.newest
  }

  deinit {
    link.engine.shared.unfollow(appearances)
    if let preferenceDelivery { link.preferences.remove(preferenceDelivery) }
  }

  /// The application that the reader was made for; empty for the desktop.
  package var application: String { link.application }

  /// The style that the environment forces on this program; nil if no style is forced.
  var forced: Style? { link.engine.forced }

  /// A descriptor that is readable while `dispatch()` has work to do.
  package var fileDescriptor: Int32 { delivery.bell.number }

  /// Switches to the newest appearance and preferences, and returns whether any of them changed.
  package func dispatch() -> Bool {
    delivery.bell.silence()
    let (number, newest) = appearances.newest
    var isChanged = number != lastNumber && newest != appearance
    (lastNumber, appearance) = (number, newest)
    if let lastPreferences {
      let (number, newest) = link.preferences.newest
      if number != lastPreferences {
        isChanged =
          isChanged
          || readNames.contains {
            Preferences.find($0, in: newest) != Preferences.find($0, in: preferences)
          }
      }
      (self.lastPreferences, preferences) = (number, newest)
    }
    return isChanged
  }

  /// The preference with this name, or nil if it is not set anywhere.
  ///
  /// The first call waits until the preferences are known; it waits at most `timeout`, or two
  /// seconds if `timeout` is nil. After the first call, nightd sends each change of the
  /// preferences.
  package func preference(_ name: String) -> PreferenceValue? {
    if lastPreferences == nil {
      link.followPreferences()
      link.engine.limit.wait(for: link.preferences, atMost: timeout ?? Self.readingTimeout)
      preferenceDelivery = link.preferences.add(delivery)
      let (number, newest) = link.preferences.newest
      (lastPreferences, preferences) = (number, newest)
    }
    readNames.insert(name)
    return Preferences.find(name, in: preferences)
  }

  /// Sends a request to the daemon, and waits at most `timeout` for the reply.
  ///
  /// Throws `noAnswer` if the reply does not come in time; the daemon may still act on the request.
  func ask<Answer: Sendable>(
    _ ask:
      @escaping @Sendable (
        Client, _ then: @escaping (Result<Answer, ClientError>) -> Void
      ) -> Void
  ) throws(NightError) -> Answer {
    try wait { [link] deliver in link.engine.shared.add(PendingRequest(ask, answer: deliver)) }
  }

  /// Returns an inhibition after nightd has granted it.
  func inhibition(why: String) throws(NightError) -> Inhibition {
    let shared = link.engine.shared
    let cancellation = Cancellation()
    let inhibition = Inhibition(cancellation)
    try wait { (deliver: @escaping @Sendable (Result<Void, ClientError>) -> Void) in
      shared.inhibit(link.application, why: why, cancellation, report: deliver)
    }
    return inhibition
  }

  private func wait<Answer: Sendable>(
    _ begin: (@escaping @Sendable (Result<Answer, ClientError>) -> Void) -> Void
  ) throws(NightError) -> Answer {
    let reply = Reply<Answer>()
    begin { reply.give($0) }
    return try reply.wait(timeout ?? Self.requestTimeout).mapError(NightError.init).get()
  }
}

/// The connection and the preferences, which a reader shares with all readers pinned from it.
///
/// Any thread may use this object. The connection ends when the last reader that shares it is
/// released.
private final class ReaderLink: Sendable {
  private static let closingTimeout = Duration.milliseconds(200)

  let application: String
  let engine = Engine(WaitLimit(NightReader.readingTimeout), log: Night.logToStandardError)
  let preferences = PreferenceChannel([:])
  private let isFollowingPreferences = Atomic(false)

  init(_ application: String) { self.application = application }

  // Wait until the bus thread has closed its descriptors. Otherwise, a program that opens and
  // closes many readers in a row would run out of descriptors.
  deinit { engine.close(Self.closingTimeout) }

  func followPreferences() {
    if !isFollowingPreferences.exchange(true, ordering: .acquiringAndReleasing) {
      engine.shared.follow(preferencesOf: application, preferences)
    }
  }
}

/// Lets one thread wait for the daemon's reply, which another thread provides.
private final class Reply<Answer: Sendable>: Sendable {
  typealias Outcome = Result<Answer, ClientError>

  private let latch = Latch()
  private let outcome = Mutex<Outcome>(.failure(.noAnswer))

  func give(_ outcome: Outcome) {
    self.outcome.withLock { $0 = outcome }
    latch.open()
  }

  /// Returns the reply, or the failure `noAnswer` if no reply comes in time.
  func wait(_ timeout: Duration) -> Outcome {
    _ = latch.wait(timeout)
    return outcome.withLock { $0 }
  }
}

import Glibc
import NightBus
import NightClient
import NightCore

/// The light or dark style of this desktop, as nightd tells it.
///
/// Make one for the whole program and keep it. It follows the daemon on a thread of its own for as
/// long as it is kept, through every restart of the daemon; while there is no daemon, the last
/// known appearance holds, or the standard one.
///
/// ```swift
/// let night = Night()
/// print(night.style)
/// for await appearance in night.appearances {
///   repaint(appearance.style)
/// }
/// ```
public final class Night: Sendable {
  /// How long the first answer may take before the standard appearance serves in its place.
  private static let patienceMilliseconds = 2_000

  private let board: Board

  /// Connects to the session bus and waits, for two seconds at most, until the style is known.
  ///
  /// The daemon is started if it is not running. Without an answer in time the standard appearance
  /// holds until there is one. Without a bus it holds for good, and `set` says why.
  public init() {
    let board = Board()
    self.board = board
    // Read here: another thread would read the environment while the program may change it.
    do throws(ClientError) {
      let address = try Client.address { name in getenv(name).map { String(cString: $0) } }
      if !Worker.start({ Line.serve(board, address) }) {
        board.end(.noBus("there is no thread to be had to follow the style on"))
      }
    } catch {
      board.end(error)
    }
    board.waitUntilKnown(milliseconds: Self.patienceMilliseconds)
  }

  deinit { board.close() }

  /// What to paint by now.
  public var appearance: Appearance { board.appearance }

  /// Light or dark, now.
  public var style: Style { board.appearance.style }

  /// The appearance as it is now, and then each change.
  ///
  /// Each sequence is for one loop. A slow reader gets the newest appearance and misses those
  /// between. It ends with the task that reads it, or when this object is let go: it does not keep
  /// its `Night`.
  public var appearances: Appearances { Appearances(stream: board.stream()) }

  /// Sets a style for the whole desktop; when this returns, it is on disk and told.
  ///
  /// Where the schedule decides, it holds until the schedule's next change; else it is the choice.
  public func set(_ style: Style) async throws(NightError) {
    _ = try await ask(.set(Choice(style.core)))
  }

  /// Sets the other style for the whole desktop, as `set` does, and answers it.
  @discardableResult
  public func toggle() async throws(NightError) -> Style {
    try await ask(.toggle())
  }

  private func ask(_ demand: Client.Demand) async throws(NightError) -> Style {
    let outcome = await withCheckedContinuation { continuation in
      board.add(Request(demand: demand) { continuation.resume(returning: $0) })
    }
    return Style(try outcome.mapError(NightError.init).get().appearance.style)
  }
}

import Glibc
import NightBus
import NightClient
import Synchronization

/// The thread that follows, for as long as anyone keeps this.
final class Engine: Sendable {
  /// What is pinned to one style or theme: one for all parts of the program that are.
  struct Pin {
    let channel: Board.Looks
    let main: MainOutlet<Appearance>
    /// One for all who ask, while anyone keeps it.
    weak var night: Night?
  }

  let board: Board
  private let pins = Mutex<[Subject: Pin]>([:])

  init(log: @escaping @Sendable (String) -> Void) {
    let board = Board(log: log)
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
  }

  deinit { board.close() }

  /// The part that has this style or theme; until anything is known of it, it has the appearance.
  func pinned(_ subject: Subject, _ appearance: Appearance, of night: Night) -> Night {
    let (pinned, isNew) = pins.withLock { pins in
      if let known = pins[subject]?.night { return (known, false) }
      let known = pins[subject]
      var pin = known ?? Pin(Sighting(appearance: appearance, source: .nobody), night.loop)
      let pinned = Night(pin, of: night)
      pin.night = pinned
      pins[subject] = pin
      return (pinned, known == nil)
    }
    if isNew { board.follow(subject, pinned.channel) }
    return pinned
  }
}

extension Engine.Pin {
  init(_ sighting: Sighting, _ loop: OwnLoop?) {
    channel = Board.Looks(sighting)
    main = .init(channel, loop)
  }
}

extension MainOutlet<Appearance> {
  /// That of a channel, which keeps it.
  convenience init(_ channel: Board.Looks, _ loop: OwnLoop?) {
    self.init(loop) { [weak channel] in
      guard let channel else { return (0, .light) }
      let (number, sighting) = channel.newest
      return (number, sighting.appearance)
    }
    channel.add(self)
  }
}

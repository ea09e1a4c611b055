import NightBus
import NightCore
import NightStore
import NightTime
import NightValues

/// The last place's file, off the loop's thread and one piece of work after the other.
final class KeptPlace {
  private let store: LastPlace
  private let loop: Loop
  private let clock: WallClock
  private let log: Log
  /// What is read for an earlier permission is for nobody.
  private var turn = 0
  private var isWriteRefused = false

  init(_ store: LastPlace, on loop: Loop, clock: WallClock, log: Log) {
    self.store = store
    self.loop = loop
    self.clock = clock
    self.log = log
  }

  func read(then deliver: @escaping (Place) -> Void) {
    let turn = turn
    loop.offload { [store] in
      store.read()
    } then: { [weak self] contents in
      guard let self, turn == self.turn else { return }
      switch contents {
      case .missing: break
      case .place(let place): deliver(place)
      case .flawed(let flaw): log.warning(Messages.keptPlaceFlawed(store.path, flaw))
      }
    }
  }

  func write(_ place: Place) {
    let now = Instant(microseconds: clock.microseconds())
    loop.offload { [store] () -> Disk.Refusal? in
      do throws(Disk.Refusal) { try store.write(place, at: now) } catch { return error }
      return nil
    } then: { [weak self] refusal in
      guard let self else { return }
      // A full disk is told once, until it takes something again.
      if let refusal, !isWriteRefused { log.warning(Messages.placeNotKept(refusal)) }
      isWriteRefused = refusal != nil
    }
  }

  func forget() {
    turn += 1
    loop.offload { [store] in
      Self.remove(store)
    } then: { [log] refusal in
      if let refusal { log.warning(Messages.placeNotForgotten(refusal)) }
    }
  }

  /// The same at the start, when nobody waits yet and there is hardly ever anything.
  func forgetNow() {
    if let refusal = Self.remove(store) { log.warning(Messages.placeNotForgotten(refusal)) }
  }

  private static func remove(_ store: LastPlace) -> Disk.Refusal? {
    do throws(Disk.Refusal) { try store.remove() } catch { return error }
    return nil
  }
}

import NightBus
import NightContract
import NightCore
import NightStore

/// Reports GeoClue's place to the Keeper, and serves the state of the search for this machine's
/// place on the bus.
final class PlacePart: Part {
  private let core: Core
  private let finder: PlaceFinder

  init(_ core: Core, _ finder: PlaceFinder) {
    self.core = core
    self.finder = finder
    finder.onChange = { [unowned core] place in core.handle(.located(place)) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.control, self, at: .nightd)
  }

  func begin() {
    updateAllowed()
    finder.removeLeftover()
  }

  func announced(_ step: Step) {
    if !step.changes.isEmpty { finder.retryIfGivenUp() }
    if step.changesPreferences { updateAllowed() }
  }

  func explain(_ explanation: inout Explanation) {
    guard explanation.appearance.choice == .schedule, core.keeper.surroundings != nil else {
      return
    }
    let (timeline, origin) = (core.keeper.timeline, core.keeper.placeOrigin)
    let latitude = PreferenceKey(known: PreferenceTable.latitude)
    let found = origin == .set ? core.keeper.preferences.found(latitude) : nil
    explanation.place = PlaceSection(
      origin,
      timeline.place,
      zone: timeline.zone.name,
      layer: found?.origin,
      file: found?.place,
      geoClue: finder.state.rawValue
    )
  }

  private func updateAllowed() { finder.isAllowed = core.keeper.preferences.asksGeoClue }

  private static let control = Interface<PlacePart>(
    .control,
    methods: [Method(.geoClue) { part, _ in part.finder.state.rawValue }]
  )
}

/// Reads and writes the file that stores the last place, one job at a time, on a thread other than
/// the loop's.
final class PlaceCache {
  private let file: LastPlace
  private let loop: Loop
  private let clock: WallClock
  private let log: Log
  /// How often the file has been removed; a place that was read before the last removal is dropped.
  private var removals = 0
  private var isWriteRefused = false

  init(_ file: LastPlace, on loop: Loop, clock: WallClock, log: Log) {
    self.file = file
    self.loop = loop
    self.clock = clock
    self.log = log
  }

  func read(then deliver: @escaping (Place) -> Void) {
    let removals = removals
    loop.offload { [file] in
      file.read()
    } then: { [weak self] contents in
      guard let self, removals == self.removals else { return }
      switch contents {
      case .missing: break
      case .place(let place): deliver(place)
      case .flawed(let flaw): log.warning(Messages.keptPlaceFlawed(file.path, flaw))
      }
    }
  }

  func write(_ place: Place) {
    let now = Instant(microseconds: clock.microseconds())
    loop.offload { [file] () -> Disk.Refusal? in
      do throws(Disk.Refusal) { try file.write(place, at: now) } catch { return error }
      return nil
    } then: { [weak self] refusal in
      guard let self else { return }
      // Log the failure only once, until a write succeeds again.
      if let refusal, !isWriteRefused { log.warning(Messages.placeNotKept(refusal)) }
      isWriteRefused = refusal != nil
    }
  }

  func remove() {
    removals += 1
    loop.offload { [file] in
      Self.remove(file)
    } then: { [log] refusal in
      if let refusal { log.warning(Messages.placeNotForgotten(refusal)) }
    }
  }

  /// Removes the file on this thread; use it only at the start, when no caller waits yet.
  ///
  /// The removal is usually quick, because the file rarely exists.
  func removeNow() {
    if let refusal = Self.remove(file) { log.warning(Messages.placeNotForgotten(refusal)) }
  }

  private static func remove(_ file: LastPlace) -> Disk.Refusal? {
    do throws(Disk.Refusal) { try file.remove() } catch { return error }
    return nil
  }
}

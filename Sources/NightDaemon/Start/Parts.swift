import NightBus
import NightCore
import NightStore
import NightValues

extension Daemon {
  /// The core and all parts of the daemon.
  ///
  /// A new part is a folder and a line in the list below.
  static func makeParts(
    on connection: Connection,
    _ loop: Loop,
    _ setting: Setting,
    log: Log
  ) throws(BusError) -> (Core, Portal) {
    let state = setting.places.stateFolder
    let store = IntentStore(folder: state, home: setting.places.home, runtime: setting.runtime)
    let storing = Storing(store, on: loop, log: log)
    let layering = Layering(LayerFiles(setting.places), on: loop, log: log)
    layering.begin()
    let zoning = Zoning(ZoneFiles(setting.zone), on: loop, log: log)
    let folders = ThemeFolders(setting.places, words: SystemError.message)
    let theming = Theming(folders, on: loop, log: log)
    let lastPlace = LastPlace(folder: state)
    let lastDesktop = LastDesktop(folder: state)

    // The store is read first, and the files above it next: both may be changed at any time.
    let loaded = storing.load()
    loaded.notes.forEach { log.warning(Messages.note($0)) }
    let keeper = Keeper(
      loaded.intent,
      layering.load(),
      // A choice that the copy has already must be stored when it is made again; that ends the notice.
      isStored: loaded.isStored && loaded.loss == nil,
      isDesktopKnown: false,
      at: Instant(microseconds: setting.clock.microseconds()),
      surroundings: { zoning.load() },
      themes: { theming.load($0) },
      place: { lastPlace.read().place },
      memory: lastDesktop.read()
    )
    let core = try Core(keeper, storing, on: connection, loop, clock: setting.clock, log: log)
    core.store.problem = loaded.loss.map { Messages.problem($0, at: storing.path) }

    let portal = try Portal(
      address: setting.busAddress,
      on: loop,
      PortalSettings(keeper.standing.appearance),
      log: log
    )
    let themes = ThemesPart(core, theming)
    let desktop = DesktopPart(
      core,
      DesktopWatch(
        on: connection,
        loop,
        hasOnlyMemory: setting.hasOnlyMemory,
        isUnit: setting.isUnit,
        log: log
      ),
      KeptDesktop(lastDesktop, on: loop, core.work, log: log)
    )
    let locating = Locating(
      on: loop,
      address: setting.systemBusAddress,
      lastPlace,
      clock: setting.clock,
      log: log
    )
    let reactions = Reactions(
      on: connection,
      loop,
      isUnit: setting.isUnit,
      clock: setting.clock,
      log: log
    )
    // A step is told to them in this order. The portal is first: most windows hear of a change there.
    core.begin([
      portal,
      themes,
      SchedulePart(core, zoning),
      PreferencesPart(core, layering, themes),
      InhibitPart(core),
      HistoryPart(core, History(HistoryFile(folder: state), on: loop, core.work)),
      MirrorPart(
        core,
        desktop,
        through: reactions,
        holdingBack: portal,
        keptIn: state,
        hasOnlyMemory: setting.hasOnlyMemory
      ),
      reactions,
      PlacePart(core, locating),
      desktop,
    ])
    return (core, portal)
  }
}

import Glibc
import NightBus
import NightCore
import NightPrograms
import NightStore

extension Daemon {
  /// Creates the core and all parts of the daemon.
  ///
  /// To add a part, add a folder for its files and a line to the list below.
  static func makeParts(
    on connection: Connection,
    _ loop: Loop,
    _ configuration: RunConfiguration,
    log: Log
  ) throws(BusError) -> (Core, Portal) {
    let files = WatchedFiles(on: loop, configuration, log: log)
    let core = try makeCore(on: connection, loop, configuration, files, log: log)
    let portal = try Portal(
      address: configuration.busAddress,
      on: loop,
      PortalSettings(core.snapshot.appearance),
      log: log
    )
    let themes = ThemesPart(core, files.themes)
    let publish = PublishPart(
      core,
      files.themes,
      StatePublisher(in: configuration.runtime),
      bus: configuration.bus
    )
    let desktop = makeDesktopPart(on: connection, core, configuration, files, log: log)
    let reactions = Reactions(
      on: connection,
      loop,
      isUnit: configuration.isUnit,
      clock: configuration.clock,
      log: log
    )
    let state = configuration.folders.stateFolder
    let gnome = GnomePart(
      core,
      desktop,
      reactions,
      portal,
      stateFolder: state,
      hasOnlyMemory: configuration.hasOnlyMemory,
      nightctl: configuration.nightctl,
      hasSettings: { GnomeSettings.areHere($0, in: configuration.base) { access($0, F_OK) == 0 } }
    )
    let nightctl = NightctlPart(
      core,
      reactions,
      nightctl: configuration.nightctl,
      HookFolders(configuration.base),
      Followers(
        besides: configuration.nightctl ?? "",
        configuration.base,
        programFolders: configuration.programFolders,
        hasDisplay: configuration.hasDisplay
      )
    )
    let history = HistoryPart(core, History(HistoryFile(folder: state), on: loop, core.work))
    let place = PlacePart(core, makePlaceFinder(on: loop, configuration, files, log: log))
    // After each event, the core notifies the parts in this order. `publish` needs the themes, and
    // must write its files before any part sends a signal. The portal comes right after
    // `publish`, because most windows follow the portal.
    core.begin([
      themes, publish, portal,
      SchedulePart(core, files.zone), PreferencesPart(core, files.config, themes),
      InhibitPart(core), history, gnome, nightctl, reactions, place, desktop,
    ])
    return (core, portal)
  }

  private static func makeDesktopPart(
    on connection: Connection,
    _ core: Core,
    _ configuration: RunConfiguration,
    _ files: WatchedFiles,
    log: Log
  ) -> DesktopPart {
    let watch = DesktopWatch(
      on: connection,
      core.loop,
      hasOnlyMemory: configuration.hasOnlyMemory,
      hasProgram: configuration.isInstalled("gsettings"),
      scripts: SettingsScript.scripts(configuration.desktops, configuration.isInstalled),
      isUnit: configuration.isUnit,
      log: log
    )
    return DesktopPart(
      core,
      watch,
      DesktopCache(files.lastDesktop, on: core.loop, core.work, log: log)
    )
  }

  private static func makePlaceFinder(
    on loop: Loop,
    _ configuration: RunConfiguration,
    _ files: WatchedFiles,
    log: Log
  ) -> PlaceFinder {
    PlaceFinder(
      on: loop,
      address: configuration.systemBusAddress,
      files.lastPlace,
      clock: configuration.clock,
      log: log
    )
  }

  private static func makeCore(
    on connection: Connection,
    _ loop: Loop,
    _ configuration: RunConfiguration,
    _ files: WatchedFiles,
    log: Log
  ) throws(BusError) -> Core {
    // Other programs may change the store or the hand-written files at any time, so always read
    // the store first, and the hand-written files second.
    let loaded = files.store.load()
    loaded.notes.forEach { log.warning(Messages.note($0)) }
    let keeper = Keeper(
      loaded.intent,
      files.config.load(),
      // After a loss of data, a `Set` call is stored even if its choice equals the one in the last
      // good copy. Once the choice is stored, the notice about the loss disappears.
      isStored: loaded.isStored && loaded.loss == nil,
      isDesktopKnown: false,
      at: Instant(microseconds: configuration.clock.microseconds()),
      surroundings: { files.zone.load() },
      themes: { files.themes.load($0) },
      place: { files.lastPlace.read().place },
      memory: files.lastDesktop.read()
    )
    let core = try Core(
      keeper,
      files.store,
      on: connection,
      loop,
      clock: configuration.clock,
      log: log
    )
    core.store.problem = loaded.loss.map { Messages.problem($0, at: files.store.path) }
    return core
  }
}

/// The files that the daemon reads and follows.
private struct WatchedFiles {
  let store: StoreWriter
  let config: ConfigWatcher
  let zone: ZoneWatcher
  let themes: ThemeWatcher
  let lastPlace: LastPlace
  let lastDesktop: LastDesktop

  /// Begins to read the hand-written files.
  init(on loop: Loop, _ configuration: RunConfiguration, log: Log) {
    let folders = configuration.folders
    store = StoreWriter(
      IntentStore(
        folder: folders.stateFolder,
        home: folders.home,
        runtime: configuration.runtime
      ),
      on: loop,
      log: log
    )
    config = ConfigWatcher(LayerFiles(folders), on: loop, log: log)
    config.begin()
    zone = ZoneWatcher(ZoneFiles(configuration.zone), on: loop, log: log)
    themes = ThemeWatcher(
      ThemeFolders(folders, message: SystemError.message),
      on: loop,
      log: log
    )
    Disk.system.removeUnfinishedCaches(in: folders.stateFolder)
    lastPlace = LastPlace(folder: folders.stateFolder)
    lastDesktop = LastDesktop(folder: folders.stateFolder)
  }
}

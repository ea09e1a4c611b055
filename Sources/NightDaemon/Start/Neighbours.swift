import NightBus
import NightCore
import NightStore

/// Whom nightd listens to, the desktop, and GeoClue where the person allows it; and what it has done
/// elsewhere.
final class Neighbours {
  private let desktop: DesktopWatch
  private let locating: Locating
  private let reactions: Reactions
  private let mirror: Mirror

  init(_ service: Service, _ portal: Portal, on loop: Loop, _ setting: Setting, log: Log) {
    desktop = DesktopWatch(
      on: service.connection,
      loop,
      environment: { name in
        ["GSETTINGS_BACKEND": setting.settingsBackend, "INVOCATION_ID": setting.invocation][name]
          ?? nil
      },
      log: log
    )
    locating = Locating(
      on: loop,
      address: setting.systemBusAddress,
      LastPlace(folder: setting.places.stateFolder),
      clock: setting.clock,
      log: log
    )
    reactions = Reactions(
      on: service.connection,
      loop,
      isUnit: setting.invocation != nil,
      clock: setting.clock,
      log: log
    )
    mirror = Mirror(
      through: reactions,
      on: loop,
      keptIn: setting.places.stateFolder,
      hasOnlyMemory: setting.settingsBackend == "memory"
    )
    // A word of the desktop that the Keeper has not heard yet may be a person's.
    mirror.wish = { [unowned self, unowned service] in
      desktop.isGathering ? nil : service.mirrorWish
    }
    mirror.told = { [unowned service] in service.settingsWord }
    mirror.onGivenUp = { [unowned service] in service.handle(.mirroringGivenUp) }
    mirror.onWrite = { [unowned service] in service.handle(.mirroring($0)) }
    mirror.writing.onChange = { [unowned portal] in portal.isHeldBack = $0 }
    service.onDemand = { [unowned self] in desktop.tellNow() }
    desktop.onWord = { [unowned self] in mirror.writing.heard($0) }
    service.onTold = { [unowned self] in mirror.lookSoon() }
    service.onMirrorAgain = { [unowned self] in mirror.lookAgain() }
    desktop.onReport = { [unowned self, unowned service] report in
      service.learn(report)
      mirror.lookSoon()
    }
    locating.onChange = { [unowned service] in service.learn($0) }
    service.onPreferences = { [unowned self] in follow($0) }
    service.onChanged = { [unowned self] in locating.askAgain() }
    service.locatingState = { [unowned self] in locating.state }
    service.reactionReports = { [unowned self] in reactions.reports }
  }

  /// Begins, once nobody is served any later for it.
  func begin(_ preferences: Preferences) {
    follow(preferences)
    mirror.lookSoon()
    locating.forgetLeft()
  }

  /// What runs elsewhere ends by itself, where it can.
  func leave() {
    mirror.leave()
    reactions.leave()
  }

  /// Asks nobody who is not wanted.
  private func follow(_ preferences: Preferences) {
    desktop.sources = preferences.sources
    locating.isAllowed = preferences.isPlaceFound
  }
}

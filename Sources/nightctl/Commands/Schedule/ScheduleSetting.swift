import NightCore

/// What decides when it is light and dark.
struct ScheduleSetting {
  var schedule = Schedule.registered
  var zone: Zone
  /// Nil where nobody knows.
  var place: Place?

  var timeline: Timeline { Timeline(schedule, zone, place) }
}

extension Nightctl {
  /// What was given, and what is in force for the rest.
  ///
  /// A zone brings its own place with it.
  func setting(_ invocation: Invocation) throws(Failure) -> ScheduleSetting {
    let zone = invocation.value(of: .zone)
    var setting =
      if let zone { try setting(in: zone, invocation) } else { try settingInForce() }
    if let words = invocation.value(of: .at) {
      do throws(Place.Flaw) { setting.place = try Place(words: words) } catch {
        throw .usage(Words.flawed(.at, error.message), help: invocation.command)
      }
    }
    if let text = invocation.value(of: .rules) {
      // One more semicolon, as at the end, is no rule.
      let rules = text.split(separator: ";").map { String($0.drop { $0 == " " }) }
        .filter { !$0.isEmpty }
      do throws(ScheduleFlaw) { setting.schedule = try Schedule(rules) } catch {
        throw .usage(Words.flawed(.rules, error.message), help: invocation.command)
      }
    }
    return setting
  }

  /// The machine's own zone, and the default rules.
  private func settingInForce() throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    do throws(KnownZones.Missing) {
      let (zone, place) = try zones.machine()
      return ScheduleSetting(zone: zone, place: place)
    } catch {
      throw .system(Words.noZone(error.fault))
    }
  }

  private func setting(
    in name: String,
    _ invocation: Invocation
  ) throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    do throws(KnownZones.Missing) {
      let (zone, place) = try zones.zone(named: name)
      return ScheduleSetting(zone: zone, place: place)
    } catch {
      throw .usage(Words.unknownZone(name, error.fault, zones.names), help: invocation.command)
    }
  }
}

import NightClient
import NightCore

/// What decides when it is light and dark.
struct ScheduleSetting {
  var schedule = Schedule.default
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
    let told = zone != nil && invocation.has(.rules) ? nil : try told()
    var setting =
      if let zone { try setting(in: zone, invocation) } else { try settingInForce(told) }
    if let rules = told?.rules, let schedule = try? Schedule(rules) { setting.schedule = schedule }
    if let words = invocation.value(of: .at) {
      do throws(Place.Flaw) { setting.place = try Place(text: words) } catch {
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

  private struct Told {
    let rules: [String]
    let zone: String
    let place: Place?
  }

  /// What nightd follows, if it runs; it is not started for this.
  ///
  /// A daemon that runs and does not answer is an error: the defaults are not what it follows.
  private func told() throws(Failure) -> Told? {
    do throws(Failure) {
      return try ask { (client) throws(ClientError) in
        let facts = try client.scheduleFacts(.forbidden)
        return Told(
          rules: facts.rules,
          zone: facts.zone,
          place: try client.place(.forbidden).place
        )
      }
    } catch .client(.silent(let process, let isRead)) {
      throw .client(.silent(process: process, isRead: isRead))
    } catch {
      return nil
    }
  }

  /// The machine's own zone where nobody tells of another that can be read.
  private func settingInForce(_ told: Told?) throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    if let told, let zone = zones.zone(of: told.zone) {
      return ScheduleSetting(zone: zone, place: told.place)
    }
    do throws(KnownZones.Missing) {
      let (zone, place) = try zones.machine()
      return ScheduleSetting(zone: zone, place: told?.place ?? place)
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

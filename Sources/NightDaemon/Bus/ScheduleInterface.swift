package import NightBus
import NightContract
import NightCore

/// `org.nightd.Night1.Schedule`: for everyone who reads.
package let scheduleInterface = Interface<Service>(
  .schedule,
  properties: [
    Property("Rules", .array(.string), .untold) { .strings($0.timeline.schedule.texts) },
    Property("Zone", .string, .untold) { .string($0.timeline.zone.name) },
    Property("PlaceFrom", .string, .untold) { .string($0.placeOrigin.rawValue) },
  ],
  methods: [
    Method(
      "Next",
      [],
      gives: [Argument("style", .string), Argument("when", .uint64), Argument("next", .string)]
    ) { service, call in service.next(call) },
    Method(
      "Upcoming",
      [Argument("days", .uint32)],
      gives: [Argument("style", .string), Argument("changes", .array(Transition.busType))]
    ) { (service, call) throws(Refusal) in try service.upcoming(call) },
  ],
  signals: [Signal("Changed", [])]
)

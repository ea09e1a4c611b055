package import NightBus
import NightContract
import NightCore

/// `org.nightd.Night1.Style`: for everyone who reads.
package let styleInterface = Interface<Service>(
  .style,
  properties: [
    Property("Style", .string, .told) { .string($0.standing.appearance.style.rawValue) },
    Property("Choice", .string, .told) { .string($0.standing.appearance.choice.rawValue) },
    Property("Theme", .string, .told) { .string($0.standing.appearance.theme) },
    Property("Serial", .uint64, .told) { .uint64($0.standing.serial) },
    Property("Appearance", .dictionary(.string, .variant), .told) { $0.standing.appearance.value },
    Property("Version", .string, .constant) { _ in .string(Contract.version) },
    Property("Features", .array(.string), .constant) { _ in
      .strings(Feature.allCases.map(\.rawValue))
    },
  ],
  methods: [
    Method("Get", [], gives: Standing.arguments) { service, call in service.get(call) },
    Method("Subscribe", [], gives: Standing.arguments) { service, call in service.get(call) },
    Method("GetFor", [Argument("app", .string)], gives: Standing.arguments) {
      (service, call) throws(Refusal) in try service.getFor(call)
    },
  ],
  signals: [
    Signal("Changed", Standing.arguments),
    Signal("AppChanged", [Argument("app", .string), Argument("choice", .string)]),
  ]
)

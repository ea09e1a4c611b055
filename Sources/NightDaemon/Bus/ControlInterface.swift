package import NightBus
import NightContract
import NightCore

private let options = Argument("options", .dictionary(.string, .variant))

/// `org.nightd.Night1.Control`: for those who may change.
package let controlInterface = Interface<Service>(
  .control,
  properties: [Property("Store", .string, .constant) { .string($0.storePath) }],
  methods: changers + preferenceWriters + [history, place, geoClue, reactions]
    + preferenceReaders(privately: true)
)

private let changers: [Method<Service>] = [
  Method("Set", [Argument("what", .string), options], gives: Standing.arguments) {
    (service, call) throws(Refusal) in try service.set(call)
  },
  Method("Toggle", [options], gives: Standing.arguments) {
    (service, call) throws(Refusal) in try service.toggle(call)
  },
  Method("Resume", [], gives: Standing.arguments) {
    (service, call) throws(Refusal) in try service.resume(call)
  },
  Method("UseTheme", [Argument("name", .string), options], gives: Standing.arguments) {
    (service, call) throws(Refusal) in try service.useTheme(call)
  },
]

private let geoClue = Method<Service>("GeoClue", [], gives: [Argument("state", .string)]) {
  service,
  call in
  call.answer([.string(service.locatingState().rawValue)])
}

private let reactions = Method<Service>(
  "Reactions",
  [],
  gives: [Argument("reactions", .array(.dictionary(.string, .variant)))]
) { service, call in
  call.answer([.array(.dictionary(.string, .variant), service.reactionReports().map(\.bus))])
}

private let history = Method<Service>(
  "History",
  [Argument("count", .uint32)],
  gives: [Argument("changes", .array(.dictionary(.string, .variant)))]
) { (service, call) throws(Refusal) in try service.history(call) }

private let place = Method<Service>(
  "Place",
  [],
  gives: [
    Argument("from", .string), Argument("latitude", .double), Argument("longitude", .double),
  ]
) { service, call in service.place(call) }

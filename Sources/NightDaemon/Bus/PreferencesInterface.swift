package import NightBus
import NightContract
import NightCore

/// `org.nightd.Night1.Preferences`: for everyone who reads.
package let preferencesInterface = Interface<Service>(
  .preferences,
  methods: preferenceReaders(privately: false),
  signals: [
    Signal(
      "Changed",
      [
        Argument("key", .string), Argument("app", .string),
        Argument("facts", .dictionary(.string, .variant)),
      ]
    )
  ]
)

/// The same questions stand on `Control`, and there everything is answered.
func preferenceReaders(privately: Bool) -> [Method<Service>] {
  let app = Argument("app", .string)
  let key = Argument("key", .string)
  let revision = Argument("revision", .uint64)
  return [
    Method("Read", [app, key], gives: [Argument("value", .variant), revision]) {
      (service, call) throws(Refusal) in try service.read(call, privately)
    },
    Method(
      "ReadAll",
      [app],
      gives: [Argument("values", .dictionary(.string, .variant)), revision]
    ) {
      (service, call) throws(Refusal) in try service.readAll(call, privately)
    },
    Method("Origin", [app, key], gives: [Argument("origin", .string), Argument("place", .string)]) {
      (service, call) throws(Refusal) in try service.origin(call, privately)
    },
    Method(
      "Explain",
      [app, key],
      gives: [Argument("layers", .array(.dictionary(.string, .variant)))]
    ) {
      (service, call) throws(Refusal) in try service.explain(call, privately)
    },
    Method("Applications", [], gives: [Argument("applications", .dictionary(.string, .string))]) {
      service,
      call in
      service.applications(call)
    },
  ]
}

/// What `Control` has beyond them.
let preferenceWriters: [Method<Service>] = [
  Method(
    "Write",
    [
      Argument("edits", .array(PreferenceEdit.busType)),
      Argument("options", .dictionary(.string, .variant)),
    ],
    gives: [Argument("revision", .uint64)],
    callValues: Message.readingCount
  ) {
    (service, call) throws(Refusal) in try service.write(call)
  },
  Method("SetFor", [Argument("app", .string), Argument("choice", .string)], gives: []) {
    (service, call) throws(Refusal) in try service.setFor(call)
  },
  Method("Export", [], gives: [Argument("json", .string), Argument("revision", .uint64)]) {
    service,
    call in
    service.export(call)
  },
  Method("Check", [], gives: [Argument("findings", .array(.dictionary(.string, .variant)))]) {
    (service, call) throws(Refusal) in try service.check(call)
  },
]

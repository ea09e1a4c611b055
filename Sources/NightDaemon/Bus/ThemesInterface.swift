package import NightBus
import NightContract
import NightCore

private let name = Argument("name", .string)
private let facts = Argument("facts", .dictionary(.string, .variant))

/// `org.nightd.Night1.Themes`: for everyone who reads.
package let themesInterface = Interface<Service>(
  .themes,
  properties: [Property("Mistakes", .array(.string), .untold) { .strings($0.themeMistakes) }],
  methods: [
    Method("List", [], gives: [Argument("themes", .array(.dictionary(.string, .variant)))]) {
      (service, call) throws(Refusal) in try service.listThemes(call)
    },
    Method("Describe", [name], gives: [facts]) {
      (service, call) throws(Refusal) in try service.describeTheme(call)
    },
    Method(
      "Resolve",
      [name],
      gives: [facts, Argument("values", .array(.dictionary(.string, .variant)))]
    ) { (service, call) throws(Refusal) in try service.resolveTheme(call) },
  ],
  signals: [Signal("Changed", [])]
)

import NightBus
import NightContract
import NightCore
import NightValues

extension Core {
  /// `org.nightd.Night1.Style`: for everyone who reads.
  static let styleInterface = Interface<Core>(
    .style,
    properties: [
      Property("Style", .string, .emitsChange) { .string($0.standing.appearance.style.rawValue) },
      Property("Choice", .string, .emitsChange) { .string($0.standing.appearance.choice.rawValue) },
      Property("Theme", .string, .emitsChange) { .string($0.standing.appearance.theme) },
      Property("Serial", .uint64, .emitsChange) { .uint64($0.standing.serial) },
      Property("Appearance", .dictionary(.string, .variant), .emitsChange) {
        $0.standing.appearance.bus
      },
      Property("Version", .string, .constant) { _ in .string(Contract.version) },
      Property("Features", .array(.string), .constant) { _ in
        .strings(Feature.allCases.map(\.rawValue))
      },
    ],
    methods: [
      Method(.get, Core.get), Method(.subscribe, Core.get), Method(.getFor, Core.getFor),
    ],
    signals: [
      Signal("Changed", Standing.arguments),
      Signal("AppChanged", [Argument("app", .string), Argument("choice", .string)]),
    ]
  )

  /// The members of `org.nightd.Night1.Control` that change the style, or tell how it is stored.
  static let changers = Interface<Core>(
    .control,
    properties: [Property("Store", .string, .constant) { .string($0.store.path) }],
    methods: [
      Method(.set, Core.set), Method(.toggle, Core.toggle), Method(.resume, Core.resume),
      Method(.why, Core.why),
      Method(.storeProblem) { core, _ in core.store.problem },
    ]
  )
}

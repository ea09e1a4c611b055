package import NightBus
import NightContract
import NightCore

/// `org.freedesktop.impl.portal.Settings`: what the desktop portal asks its backends.
package let portalInterface = Interface<Portal>(
  .portalBackend,
  properties: [Property("version", .uint32, .constant) { _ in .uint32(1) }],
  methods: [
    Method(
      "ReadAll",
      [Argument("namespaces", .array(.string))],
      gives: [Argument("value", PortalSettings.busType)],
      callValues: Portal.mostPatterns
    ) { portal, call in portal.readAll(call) },
    Method(
      "Read",
      [Argument("namespace", .string), Argument("key", .string)],
      gives: [Argument("value", .variant)]
    ) { (portal, call) throws(Refusal) in try portal.read(call) },
  ],
  signals: [
    Signal(
      "SettingChanged",
      [
        Argument("namespace", .string), Argument("key", .string), Argument("value", .variant),
      ]
    )
  ]
)

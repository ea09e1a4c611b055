package import NightBus
import NightContract
import NightCore

/// `org.freedesktop.impl.portal.Settings`: what the desktop portal asks its backends.
package let portalInterface = Interface<Portal>(
  .portalBackend,
  properties: [Property("version", .uint32, .constant) { _ in .uint32(1) }],
  methods: [
    Method(.portalReadAll, callValues: Portal.mostPatterns, Portal.readAll),
    Method(.portalRead, Portal.read),
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

package import NightBus

/// The object to which requests for settings go: the portal itself, or one of its backends.
package struct SettingsPlace: Sendable {
  package let name: BusName
  package let interface: InterfaceName

  package static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  package static let appearance = "org.freedesktop.appearance"

  /// The portal, to which applications send requests.
  package static let portal = SettingsPlace(
    name: "org.freedesktop.portal.Desktop",
    interface: "org.freedesktop.portal.Settings"
  )

  /// The backends, to which the portal sends requests.
  package static let nightd = backend("org.freedesktop.impl.portal.desktop.nightd")
  package static let gtk = backend("org.freedesktop.impl.portal.desktop.gtk")

  private static func backend(_ name: BusName) -> SettingsPlace {
    SettingsPlace(name: name, interface: "org.freedesktop.impl.portal.Settings")
  }
}

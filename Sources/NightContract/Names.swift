package import NightBus
import NightCore

extension BusName {
  package static let nightd = BusName(unchecked: Contract.busName)
  package static let portalBackend = BusName(unchecked: Contract.portalBackendName)
  /// The bus name of the desktop portal, which passes applications' calls on to its backends.
  package static let portalFrontend: BusName = "org.freedesktop.portal.Desktop"
}

extension ObjectPath {
  package static let nightd = ObjectPath(unchecked: Contract.objectPath)
  package static let portal = ObjectPath(unchecked: Contract.portalPath)
}

extension InterfaceName {
  package static let style = InterfaceName(unchecked: Contract.styleInterface)
  package static let control = InterfaceName(unchecked: Contract.controlInterface)
  package static let preferences = InterfaceName(unchecked: Contract.preferencesInterface)
  package static let schedule = InterfaceName(unchecked: Contract.scheduleInterface)
  package static let themes = InterfaceName(unchecked: Contract.themesInterface)
  package static let desktop = InterfaceName(unchecked: Contract.desktopInterface)
  package static let inhibit = InterfaceName(unchecked: Contract.inhibitInterface)
  package static let portalBackend = InterfaceName(unchecked: Contract.portalBackendInterface)
}

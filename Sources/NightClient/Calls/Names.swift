import NightBus
import NightCore

extension BusName {
  static let nightd = BusName(unchecked: Contract.busName)
}

extension ObjectPath {
  static let nightd = ObjectPath(unchecked: Contract.objectPath)
}

extension InterfaceName {
  static let style = InterfaceName(unchecked: Contract.styleInterface)
  static let control = InterfaceName(unchecked: Contract.controlInterface)
}

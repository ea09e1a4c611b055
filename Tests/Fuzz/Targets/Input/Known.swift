import NightBus
import NightCore

/// Words with a meaning for nightd, which the fuzzer need not guess.
enum Known {
  static let daemon = BusName(unchecked: Contract.busName)
  static let path = ObjectPath(unchecked: Contract.objectPath)
  static let style = InterfaceName(unchecked: Contract.styleInterface)

  static let keys = [
    AppearanceKey.choice, AppearanceKey.chosen, AppearanceKey.theme, AppearanceKey.themeDigest,
    AppearanceKey.contrast, AppearanceKey.accent, AppearanceKey.reducedMotion,
    AppearanceKey.reason, AppearanceKey.since, AppearanceKey.next, AppearanceKey.nextStyle,
    AppearanceKey.fade,
  ]
  static let texts =
    ["light", "dark", "schedule", "system", "for", "until", "", "Style", "Serial", "Store"]
    + [Contract.styleInterface, Contract.controlInterface, ":1.1", ":1.2"] + keys
  static let paths = [Contract.objectPath, "/", "/org", "/org/freedesktop/DBus"]
  static let interfaces = [
    Contract.styleInterface, Contract.controlInterface, "org.freedesktop.DBus.Properties",
    "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", "org.freedesktop.DBus",
  ]
  static let members = [
    "Get", "Subscribe", "GetFor", "Set", "Toggle", "Resume", "UseTheme", "SetFor", "GetAll",
    "Introspect", "Ping", "GetMachineId", "Changed", "NameOwnerChanged", "NameLost",
    "PropertiesChanged",
  ]
  static let errors = [
    "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.Failed", "org.nightd.Night1.Error.NotDurable",
  ]
  static let signatures = ["", "s", "a{sv}", "sta{sv}", "(ddd)", "aay", "h"]
}

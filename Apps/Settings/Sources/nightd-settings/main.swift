import CAdwaita
import Desk
import SettingsModel

// The settings of nightd: a window for light and dark, the schedule, programs and themes.

/// The name under which gettext finds the translations.
let domain = "nightd-settings"

setlocale(LC_ALL, "")
if let folder = Desk.executable()?.folder.folder {
  bindtextdomain(domain, folder + "/share/locale")
}
bind_textdomain_codeset(domain, "UTF-8")
let language = Language(gettext: { dgettext(domain, $0) })

// GTK calls the session bus without a time limit, so a bus that does not answer would keep the window from
// opening. And GTK 4.8 crashes if the accessibility bus exists without a session bus, as after su.
let address = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) }
let hasBus = shim_reaches_bus(2_000) != 0
if !hasBus {
  setenv("GTK_A11Y", "none", 1)
  // GTK fails at once with this address.
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/dev/null", 1)
}

/// Gives NightKit and nightctl the real address again, so that they find the bus when it answers.
@MainActor
func restoreBusAddress() {
  if hasBus { return }
  if let address {
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
  } else {
    unsetenv("DBUS_SESSION_BUS_ADDRESS")
  }
}

let application = adw_application_new("org.nightd.Settings", G_APPLICATION_DEFAULT_FLAGS)
var window: Window?
if let application {
  let raw = UnsafeMutableRawPointer(application)
  Gtk.connect(raw: raw, "activate") { _ in
    if window == nil {
      restoreBusAddress()
      window = Window(application, language)
    }
    window?.present()
  }
  let status = g_application_run(
    raw.assumingMemoryBound(to: GApplication.self),
    CommandLine.argc,
    CommandLine.unsafeArgv
  )
  exit(status)
}

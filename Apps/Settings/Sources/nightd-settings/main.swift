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

// GTK 4.8 crashes if the accessibility bus exists without a session bus, as after su.
if let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
  g_object_unref(UnsafeMutableRawPointer(bus))
} else {
  setenv("GTK_A11Y", "none", 1)
}

let application = adw_application_new("org.nightd.Settings", G_APPLICATION_DEFAULT_FLAGS)
var window: Window?
if let application {
  let raw = UnsafeMutableRawPointer(application)
  Gtk.connect(raw: raw, "activate") { _ in
    if window == nil { window = Window(application, language) }
    window?.present()
  }
  let status = g_application_run(
    raw.assumingMemoryBound(to: GApplication.self),
    CommandLine.argc,
    CommandLine.unsafeArgv
  )
  exit(status)
}

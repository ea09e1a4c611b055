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
let language = Language { text in
  // The empty sentence is the header of the translation.
  if text.isEmpty { return text }
  // Without a translation, gettext returns its argument, so the argument must still exist.
  return text.withCString { text in
    dgettext(domain, text).map { String(cString: $0) } ?? String(cString: text)
  }
}

/// The window, while the program runs.
var window: Window?

let application = adw_application_new("org.nightd.Settings", G_APPLICATION_DEFAULT_FLAGS)
let raw = UnsafeMutableRawPointer(application)?.assumingMemoryBound(to: GApplication.self)
if let raw, g_application_register(raw, nil, nil) != 0,
  g_application_get_dbus_connection(raw) != nil
{
  Gtk.connect(raw: raw, "activate") { _ in
    if window == nil { window = Window(application, language) }
    window?.present()
  }
  exit(g_application_run(raw, CommandLine.argc, CommandLine.unsafeArgv))
}

// Without a bus, an application has no path on the accessibility bus, and GTK 4.8 crashes if that
// bus exists all the same. So the window then has no application.
g_application_set_default(nil)
adw_init()
window = Window(nil, language)
window?.present()
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}

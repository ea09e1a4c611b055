import CGtk4
import NightKit

// A window that follows the night, with one panel that stays light.

gtk_init()

// GTK's loop is this program's own: it is told by a descriptor when there is something to hear.
let night = Night(delivery: .ownLoop)
g_unix_fd_add(
  night.fileDescriptor,
  G_IO_IN,
  { _, _, _ in
    MainActor.assumeIsolated { night.dispatch() }
    return 1
  },
  nil
)

let page = gtk_builder_new_from_string(Page.text, -1)
let window: UnsafeMutablePointer<GtkWidget> = cgtk_widget(page, "window")

// The same rules twice: those of the panel are the narrower ones, and win there.
let sheet = Sheet(for: "window", in: window)
let pinnedSheet = Sheet(for: "window .pinned", in: window)
// What the part dresses is dressed for as long as `night` is kept.
sheet.setUpTheming(by: night)
pinnedSheet.setUpTheming(by: night.pinned(to: .light))

// What the sheets do not paint GTK paints by this.
let following = night.observe { look in
  cgtk_prefer_dark(look.style == .dark ? 1 : 0)
  cgtk_set_text(cgtk_widget(page, "now"), "\(look.style) · \(look.theme.name)")
}

cgtk_on_click(cgtk_widget(page, "toggle")) {
  // Nobody but GTK's loop serves the main thread, so what is awaited is awaited on another.
  Task.detached {
    do { try await night.toggle() } catch { Night.logToStandardError("\(error)") }
  }
}

cgtk_present(window)
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}

import CGtk4
import NightKit

// A window that follows the desktop's style, with one panel that stays light.

gtk_init()

// This program runs GTK's loop, which watches a descriptor and then dispatches changes.
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

// Both sheets have the same rules, but the panel's selectors are more specific and so win there.
let sheet = Sheet(for: "window", in: window)
let pinnedSheet = Sheet(for: "window .pinned", in: window)
// The pinned sheet stays themed as long as `night` is kept.
sheet.setUpTheming(by: night)
pinnedSheet.setUpTheming(by: night.pinned(to: .light))

// GTK uses this setting for everything that the sheets do not paint.
let following = night.observe { appearance in
  cgtk_prefer_dark(appearance.style == .dark ? 1 : 0)
  cgtk_set_text(cgtk_widget(page, "now"), "\(appearance.style) · \(appearance.theme.name)")
}

cgtk_on_click(cgtk_widget(page, "toggle")) {
  // Only GTK's loop runs on the main thread, so the awaited call runs on another thread.
  Task.detached {
    do { try await night.toggle() } catch { Night.logToStandardError("\(error)") }
  }
}

cgtk_present(window)
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}

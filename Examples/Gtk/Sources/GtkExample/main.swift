import CGtk4
import NightKit

// A window that follows the desktop's style or its own, with one panel that stays light.

gtk_init()

// Passing a name lets this program have its own style.
let night = try Night(application: "org.nightd.GtkExample", delivery: .ownLoop)
Loop.serve(night)

let page = gtk_builder_new_from_string(Page.text, -1)
let window: UnsafeMutablePointer<GtkWidget> = cgtk_widget(page, "window")

// The two sheets have the same rules, but the more specific selectors of the panel's sheet win
// inside the panel.
let sheet = Sheet(for: "window", in: window)
let pinnedSheet = Sheet(for: "window .pinned", in: window)
// The pinned panel's sheet follows its theme as long as this program keeps `night`.
sheet.setUpTheming(by: night, fading: true)
pinnedSheet.setUpTheming(by: night.pinned(to: .light), fading: true)

// Set GTK's own style too: GTK uses it for what the sheets do not paint, such as the window's
// decoration.
let following = night.observe { appearance in
  cgtk_prefer_dark(window, appearance.style == .dark ? 1 : 0)
  cgtk_set_text(cgtk_widget(page, "now"), "\(appearance.style) · \(appearance.theme.name)")
}

let row = ChoiceRow(page, of: night)

cgtk_on_click(
  cgtk_widget(page, "toggle"),
  { _, _ in
    Loop.run { () async throws(NightError) in
      try await night.desktop.toggle()
    } finish: { result in
      if case .failure(let error) = result { row.show("\(error)") }
    }
  },
  nil
)

cgtk_present(window)
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
  g_main_context_iteration(nil, 1)
}

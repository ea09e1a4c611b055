import CAdwaita
import SettingsModel

/// The questions and the results that need a window of their own.
@MainActor
enum Dialogs {
  private static let accept = "accept"
  private static let cancel = "cancel"

  /// Asks the user, and passes on whether the user accepted.
  static func ask(
    _ confirmation: Confirmation,
    over window: Widget,
    _ answer: @escaping @MainActor (Bool) -> Void
  ) {
    let dialog = make(confirmation.title, confirmation.text, confirmation.code, over: window)
    adw_message_dialog_add_response(dialog.cast(), cancel, confirmation.cancel)
    adw_message_dialog_add_response(dialog.cast(), accept, confirmation.accept)
    adw_message_dialog_set_response_appearance(
      dialog.cast(),
      accept,
      confirmation.isDestructive ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED
    )
    if !confirmation.isDestructive {
      adw_message_dialog_set_default_response(dialog.cast(), accept)
    }
    Gtk.connect(dialog, "response") { response in
      let response = response.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
      answer(response == accept)
    }
    gtk_window_present(dialog.cast())
  }

  static func show(_ announcement: Announcement, over window: Widget) {
    let dialog = make(announcement.title, announcement.text, announcement.code, over: window)
    adw_message_dialog_add_response(dialog.cast(), cancel, announcement.close)
    gtk_window_present(dialog.cast())
  }

  /// Lets the user choose files, in the desktop's own dialog if it has one.
  static func chooseFiles(
    over window: Widget,
    title: String,
    _ choose: @escaping @MainActor ([String]) -> Void
  ) {
    guard
      let chooser = gtk_file_chooser_native_new(
        title,
        window.cast(),
        GTK_FILE_CHOOSER_ACTION_OPEN,
        nil,
        nil
      )
    else { return }
    gtk_file_chooser_set_select_multiple(chooser, 1)
    Gtk.connect(raw: UnsafeMutableRawPointer(chooser), "response") { _ in
      let files = gtk_file_chooser_get_files(chooser)
      var paths: [String] = []
      for index in 0..<g_list_model_get_n_items(files) {
        guard let file = g_list_model_get_item(files, index) else { continue }
        if let path = g_file_get_path(OpaquePointer(file)) {
          paths.append(String(cString: path))
          g_free(path)
        }
        g_object_unref(file)
      }
      if let files { g_object_unref(UnsafeMutableRawPointer(files)) }
      g_object_unref(UnsafeMutableRawPointer(chooser))
      if !paths.isEmpty { choose(paths) }
    }
    gtk_native_dialog_show(
      UnsafeMutableRawPointer(chooser).assumingMemoryBound(to: GtkNativeDialog.self)
    )
  }

  private static func make(
    _ title: String,
    _ text: String,
    _ code: String,
    over window: Widget
  ) -> Widget {
    let dialog: Widget = shim_message_dialog(window.cast(), title, text)
    adw_message_dialog_set_close_response(dialog.cast(), cancel)
    guard !code.isEmpty else { return dialog }
    let label = Gtk.code(code)
    label.setMargins(9)
    let scroller: Widget = gtk_scrolled_window_new()
    scroller.addClass("card")
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 320)
    // A label's natural height is that of unwrapped lines, which is too little in a narrow window.
    gtk_scrolled_window_set_min_content_height(
      scroller.opaque,
      min(Int32(code.split(separator: "\n").count) * 40, 160)
    )
    gtk_scrolled_window_set_child(scroller.opaque, label)
    adw_message_dialog_set_extra_child(dialog.cast(), scroller)
    return dialog
  }
}

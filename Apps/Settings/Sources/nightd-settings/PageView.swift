import CAdwaita
import SettingsModel

/// A page of the window: groups of rows, or only a message.
@MainActor
final class PageView {
  private static let rowsAtOnce = 6

  let widget: Widget = gtk_stack_new()
  private let send: RowView.Send
  private let groups: Widget = adw_preferences_page_new()
  private let status: Widget = adw_status_page_new()
  private var views: [GroupView] = []
  private var isBuilding = false
  private var shown: Page?
  private var shownStatus: StatusPage?

  init(_ page: Page, _ send: @escaping RowView.Send) {
    self.send = send
    gtk_stack_add_child(widget.opaque, groups)
    gtk_stack_add_child(widget.opaque, status)
    if page.acceptsFiles { acceptFiles() }
  }

  func update(_ page: Page) {
    if let status = page.status { show(status) }
    let (visible, hidden) = page.status == nil ? (groups, status) : (status, groups)
    gtk_widget_set_visible(visible, 1)
    gtk_stack_set_visible_child(widget.opaque, visible)
    gtk_widget_set_visible(hidden, 0)
    if page.groups.map(\.id) != views.map(\.id) { rebuild(page.groups) }
    shown = page
    build()
  }

  /// Makes a few rows, lets GTK draw them, and goes on: a long page would freeze the window.
  private func build() {
    var room = Self.rowsAtOnce
    for (group, view) in zip(shown?.groups ?? [], views) { view.update(group, &room) }
    guard room == 0, !isBuilding else { return }
    isBuilding = true
    Gtk.whenIdle { [weak self] in
      self?.isBuilding = false
      self?.build()
    }
  }

  /// Keeps the views of groups that stay, so that the page keeps the focus and its scroll position.
  private func rebuild(_ groups: [Group]) {
    let old = Dictionary(views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let wanted = Set(groups.map(\.id))
    for view in views where !wanted.contains(view.id) {
      adw_preferences_page_remove(self.groups.cast(), view.widget.cast())
    }
    views = groups.map { group in
      if let view = old[group.id] { return view }
      let view = GroupView(group, send)
      adw_preferences_page_add(self.groups.cast(), view.widget.cast())
      return view
    }
    // A page adds each group at its end, in a box of its own.
    var last: Widget?
    for view in views {
      if let box = gtk_widget_get_parent(view.widget) {
        gtk_box_reorder_child_after(box.cast(), view.widget, last)
      }
      last = view.widget
    }
  }

  private func show(_ page: StatusPage) {
    guard page != shownStatus else { return }
    shownStatus = page
    adw_status_page_set_icon_name(status.opaque, page.isWaiting ? nil : page.symbol)
    adw_status_page_set_title(status.opaque, Gtk.escaped(page.title))
    adw_status_page_set_description(status.opaque, Gtk.escaped(page.text))
    guard let button = page.button else {
      adw_status_page_set_child(status.opaque, nil)
      return
    }
    let widget = ButtonsView.make(button, send)
    widget.addClass("pill")
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    adw_status_page_set_child(status.opaque, widget)
  }

  private func acceptFiles() {
    guard let target = shim_file_drop() else { return }
    // The signal "drop" wants an answer, so its handler cannot be a `Gtk.connect`.
    let callback:
      @convention(c) (
        OpaquePointer?, UnsafePointer<GValue>?, Double, Double, UnsafeMutableRawPointer?
      )
        -> gboolean = { _, value, _, _, page in
          guard let page, let paths = shim_dropped_paths(value) else { return 0 }
          defer { g_strfreev(paths) }
          var names: [String] = []
          var path = paths
          while let name = path.pointee {
            names.append(String(cString: name))
            path += 1
          }
          let this = Unmanaged<PageView>.fromOpaque(page).takeUnretainedValue()
          let dropped = names
          MainActor.assumeIsolated { this.send(.drop(dropped)) }
          return 1
        }
    // The window keeps its pages as long as the program runs.
    g_signal_connect_data(
      UnsafeMutableRawPointer(target),
      "drop",
      unsafeBitCast(callback, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(),
      nil,
      G_CONNECT_DEFAULT
    )
    gtk_widget_add_controller(groups, target)
  }
}

@MainActor
private final class GroupView {
  let id: String
  let widget: Widget = adw_preferences_group_new()
  private let send: RowView.Send
  private var rows: [RowView] = []
  private var shown: Group?

  init(_ group: Group, _ send: @escaping RowView.Send) {
    id = group.id
    self.send = send
  }

  /// Shows the group, but makes at most `room` new rows.
  func update(_ group: Group, _ room: inout Int) {
    if group.title != shown?.title || group.text != shown?.text {
      adw_preferences_group_set_title(widget.cast(), Gtk.escaped(group.title))
      adw_preferences_group_set_description(widget.cast(), Gtk.escaped(group.text))
    }
    shown = group
    let same = zip(group.rows, rows).prefix { $1.fits($0) }.count
    for view in rows[same...] { adw_preferences_group_remove(widget.cast(), view.widget) }
    rows.removeSubrange(same...)
    for row in group.rows[same...].prefix(room) {
      let view = RowView(row, leader: rows.lazy.compactMap(\.checkButton).first, send)
      adw_preferences_group_add(widget.cast(), view.widget)
      rows.append(view)
    }
    room -= rows.count - same
    for (row, view) in zip(group.rows, rows) { view.update(row) }
  }
}

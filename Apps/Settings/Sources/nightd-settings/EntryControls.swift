import CAdwaita
import SettingsModel

/// A line of text, which Enter or the button applies.
@MainActor
final class EntryView: ControlView {
  let widget: Widget = adw_entry_row_new()
  let isActionRow = false
  private var field: Field?
  private var text: String?

  init(_ row: Row, _ send: @escaping RowView.Send) {
    adw_entry_row_set_show_apply_button(widget.cast(), 1)
    adw_preferences_row_set_use_markup(widget.cast(), 0)
    Gtk.connect(widget, "apply") { [weak self] _ in
      guard let self, let field, let text = gtk_editable_get_text(widget.opaque) else { return }
      send(.enter(field, String(cString: text)))
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .entry = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .entry(let text, let field) = row.content else { return }
    self.field = field
    // What the user types stays until the value really changes.
    guard text != self.text else { return }
    self.text = text
    gtk_editable_set_text(widget.opaque, text)
    // Setting the text counts as an edit, which shows the button.
    adw_entry_row_set_show_apply_button(widget.cast(), 0)
    adw_entry_row_set_show_apply_button(widget.cast(), 1)
  }
}

@MainActor
final class SearchView: ControlView {
  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private let entry: Widget = gtk_search_entry_new()

  init(_ row: Row, _ send: @escaping RowView.Send) {
    entry.setMargins(6)
    widget = SearchView.plainRow(entry)
    entry.setLabel(row.title)
    shim_set_placeholder(entry, row.title)
    if case .search(_, let field) = row.content {
      Gtk.connect(entry, "search-changed") { [weak self] _ in
        guard let self, let text = gtk_editable_get_text(entry.opaque) else { return }
        send(.enter(field, String(cString: text)))
      }
    }
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .search = content { true } else { false }
  }

  func update(_ row: Row) {}
}

@MainActor
final class NumberView: ControlView {
  let widget = NumberView.actionRow()
  private let button: Widget
  private let debouncer = Debouncer()
  private var field: Field?
  private var isUpdating = false

  init(_ row: Row, _ send: @escaping RowView.Send) {
    guard case .number(_, let range, let step, _) = row.content else {
      button = gtk_spin_button_new_with_range(0, 1, 1)
      return
    }
    button = gtk_spin_button_new_with_range(
      Double(range.lowerBound),
      Double(range.upperBound),
      Double(step)
    )
    shim_ignore_wheel(button)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(widget.cast(), button)
    adw_action_row_set_activatable_widget(widget.cast(), button)
    Gtk.connect(button, "value-changed") { [weak self] _ in
      guard let self, !isUpdating else { return }
      debouncer.run { [weak self] in
        guard let self, let field else { return }
        send(.number(field, Int(gtk_spin_button_get_value(button.opaque))))
      }
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .number = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .number(let value, _, _, let field) = row.content else { return }
    self.field = field
    guard !debouncer.isWaiting else { return }
    isUpdating = true
    defer { isUpdating = false }
    gtk_spin_button_set_value(button.opaque, Double(value))
  }
}

@MainActor
final class ChoicesView: ControlView {
  let widget: Widget = adw_combo_row_new()
  private var titles: [String] = []
  private var field: Field?
  private var isUpdating = false

  init(_ row: Row, _ send: @escaping RowView.Send) {
    adw_preferences_row_set_use_markup(widget.cast(), 0)
    Gtk.connect(widget, "notify::selected") { [weak self] _ in
      guard let self, !isUpdating, let field else { return }
      send(.pick(field, Int(adw_combo_row_get_selected(widget.cast()))))
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .choices = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .choices(let titles, let chosen, let field) = row.content else { return }
    widget.setLabel(row.title)
    self.field = field
    isUpdating = true
    defer { isUpdating = false }
    if titles != self.titles {
      self.titles = titles
      let list = gtk_string_list_new(nil)
      for title in titles { gtk_string_list_append(list, title) }
      adw_combo_row_set_model(widget.cast(), list)
      if let list { g_object_unref(UnsafeMutableRawPointer(list)) }
    }
    if adw_combo_row_get_selected(widget.cast()) != UInt32(chosen) {
      adw_combo_row_set_selected(widget.cast(), UInt32(chosen))
    }
  }
}

/// The days of the week as buttons.
@MainActor
final class DaysView: ControlView {
  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private var buttons: [Widget] = []
  private var field: Field?
  private var isUpdating = false

  init(_ row: Row, _ send: @escaping RowView.Send) {
    // With large text in a narrow window, the week has two lines.
    let box: Widget = gtk_flow_box_new()
    gtk_flow_box_set_selection_mode(box.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(box.opaque, 1)
    gtk_flow_box_set_min_children_per_line(box.opaque, 4)
    gtk_flow_box_set_max_children_per_line(box.opaque, 7)
    box.setMargins(9)
    widget = DaysView.plainRow(box)
    guard case .days(_, let labels, let spoken, _) = row.content else { return }
    for (day, label) in labels.enumerated() {
      let button: Widget = gtk_toggle_button_new_with_label(label)
      button.setLabel(spoken[day])
      button.addClass("day")
      gtk_widget_set_hexpand(button, 1)
      gtk_flow_box_insert(box.opaque, button, -1)
      // The button takes the focus.
      if let parent = gtk_widget_get_parent(button) { gtk_widget_set_focusable(parent, 0) }
      buttons.append(button)
      Gtk.connect(button, "toggled") { [weak self] _ in
        guard let self, !isUpdating, case .weekdays(let group) = field else { return }
        let isOn = gtk_toggle_button_get_active(button.cast()) != 0
        send(.setWeekday(group: group, day: day, isOn: isOn))
      }
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .days = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .days(let days, _, _, let field) = row.content else { return }
    self.field = field
    isUpdating = true
    defer { isUpdating = false }
    for (day, button) in buttons.enumerated() {
      gtk_toggle_button_set_active(button.cast(), days.contains(day) ? 1 : 0)
    }
  }
}

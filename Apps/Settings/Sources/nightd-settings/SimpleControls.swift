import CAdwaita
import SettingsModel

/// A row without a control.
@MainActor
final class TextView: ControlView {
  let widget = TextView.actionRow()

  init(_ row: Row) {}

  func fits(_ content: Row.Content) -> Bool { content == .text }
  func update(_ row: Row) {}
}

/// One of several rows, of which only one is chosen.
@MainActor
final class OptionView: ControlView {
  let widget = OptionView.actionRow()
  /// The row labels the button, so the button has no name of its own.
  let check: Widget = shim_radio_button()
  private var intent: Intent?
  private var isUpdating = false

  init(_ row: Row, _ leader: Widget?, _ send: @escaping RowView.Send) {
    if let leader { gtk_check_button_set_group(check.cast(), leader.cast()) }
    gtk_widget_set_valign(check, GTK_ALIGN_CENTER)
    adw_action_row_add_prefix(widget.cast(), check)
    adw_action_row_set_activatable_widget(widget.cast(), check)
    Gtk.connect(check, "toggled") { [weak self] _ in
      guard let self, !isUpdating, gtk_check_button_get_active(check.cast()) != 0, let intent else {
        return
      }
      send(intent)
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .option = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .option(let isChosen, let intent) = row.content else { return }
    self.intent = intent
    isUpdating = true
    defer { isUpdating = false }
    gtk_check_button_set_active(check.cast(), isChosen ? 1 : 0)
  }
}

@MainActor
final class ToggleView: ControlView {
  let widget = ToggleView.actionRow()
  private let toggle: Widget = gtk_switch_new()
  private var intents: (on: Intent, off: Intent)?
  private var isUpdating = false

  init(_ row: Row, _ send: @escaping RowView.Send) {
    gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
    adw_action_row_add_suffix(widget.cast(), toggle)
    adw_action_row_set_activatable_widget(widget.cast(), toggle)
    Gtk.connect(toggle, "notify::active") { [weak self] _ in
      guard let self, !isUpdating, let intents else { return }
      send(gtk_switch_get_active(toggle.opaque) != 0 ? intents.on : intents.off)
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .toggle = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .toggle(let isOn, let on, let off) = row.content else { return }
    intents = (on, off)
    isUpdating = true
    defer { isUpdating = false }
    if (gtk_switch_get_active(toggle.opaque) != 0) != isOn {
      gtk_switch_set_active(toggle.opaque, isOn ? 1 : 0)
    }
  }
}

@MainActor
final class ButtonsView: ControlView {
  let widget = ButtonsView.actionRow()
  private let send: RowView.Send
  private var shown: [Button] = []
  private var widgets: [Widget] = []

  init(_ row: Row, _ send: @escaping RowView.Send) {
    self.send = send
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .buttons = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .buttons(let buttons) = row.content, buttons != shown else { return }
    for widget in widgets { adw_action_row_remove(self.widget.cast(), widget) }
    widgets = buttons.map { ButtonsView.make($0, send) }
    for widget in widgets { adw_action_row_add_suffix(self.widget.cast(), widget) }
    shown = buttons
  }

  static func make(_ button: Button, _ send: @escaping RowView.Send) -> Widget {
    let widget: Widget = gtk_button_new_with_label(button.title)
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    switch button.look {
    case .plain: break
    case .suggested: widget.addClass("suggested-action")
    case .destructive: widget.addClass("destructive-action")
    }
    if let spoken = button.spoken { widget.setLabel(spoken) }
    Gtk.connect(widget, "clicked") { _ in send(button.intent) }
    return widget
  }
}

/// A row that unfolds other rows.
@MainActor
final class DetailsView: ControlView {
  let widget: Widget = adw_expander_row_new()
  let isActionRow = false
  private let send: RowView.Send
  private var shown: [Row] = []
  private var views: [RowView] = []

  init(_ row: Row, _ send: @escaping RowView.Send) {
    self.send = send
    adw_preferences_row_set_use_markup(widget.cast(), 0)
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .details = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .details(let rows) = row.content, rows != shown else { return }
    // The row of the list and the row that unfolds it are two widgets.
    widget.setLabel(row.title)
    shown = rows
    if rows.count == views.count, zip(rows, views).allSatisfy({ $1.fits($0) }) {
      for (row, view) in zip(rows, views) { view.update(row) }
      return
    }
    for view in views { adw_expander_row_remove(widget.cast(), view.widget) }
    views = rows.map { RowView($0, leader: nil, send) }
    for view in views { adw_expander_row_add_row(widget.cast(), view.widget) }
  }
}

@MainActor
final class CodeView: ControlView {
  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private let label = Gtk.code("")

  init(_ row: Row) {
    label.setMargins(12)
    widget = CodeView.plainRow(label)
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .code = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .code(let text) = row.content else { return }
    gtk_label_set_text(label.opaque, text)
  }
}

/// The style in effect: a picture of the sun or of the moon, and a large title.
@MainActor
final class HeroView: ControlView {
  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private let picture: Widget = shim_picture()
  private let title = Gtk.label("", "title-1")
  private let text = Gtk.label("")
  private var style = Style.light

  init(_ row: Row) {
    gtk_widget_set_size_request(picture, 72, 72)
    gtk_widget_set_valign(picture, GTK_ALIGN_CENTER)
    let texts = Gtk.box(GTK_ORIENTATION_VERTICAL, 6, [title, text])
    gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(texts, 1)
    let box = Gtk.box(GTK_ORIENTATION_HORIZONTAL, 18, [picture, texts])
    box.setMargins(18)
    widget = HeroView.plainRow(box)
    Gtk.setDraw(picture) { [weak self] cairo, width, height in
      self?.draw(cairo, min(width, height))
    }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .hero = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .hero(let style) = row.content else { return }
    gtk_label_set_text(title.opaque, row.title)
    gtk_label_set_text(text.opaque, row.text)
    picture.setLabel(row.title)
    self.style = style
    gtk_widget_queue_draw(picture)
  }

  private func draw(_ cairo: OpaquePointer, _ size: Double) {
    let middle = size / 2
    Paint.rounded(cairo, 0, 0, size, size, size / 5)
    Paint.fill(cairo, style == .dark ? "#1b2240" : "#8ecbff")
    cairo_arc(cairo, middle, middle, size * 0.24, 0, 2 * .pi)
    Paint.fill(cairo, style == .dark ? "#f2f0dd" : "#ffd24a")
    if style == .dark {
      // The shadow that makes the disc a moon.
      cairo_arc(cairo, middle - size * 0.09, middle - size * 0.07, size * 0.21, 0, 2 * .pi)
      Paint.fill(cairo, "#1b2240")
      for (x, y) in [(0.78, 0.25), (0.84, 0.6), (0.65, 0.85)] {
        cairo_arc(cairo, size * x, size * y, size * 0.02, 0, 2 * .pi)
        Paint.fill(cairo, "#f2f0dd")
      }
      return
    }
    cairo_set_line_width(cairo, size * 0.05)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    for step in 0..<8 {
      let angle = Double(step) * .pi / 4
      cairo_move_to(cairo, middle + cos(angle) * size * 0.32, middle + sin(angle) * size * 0.32)
      cairo_line_to(cairo, middle + cos(angle) * size * 0.39, middle + sin(angle) * size * 0.39)
    }
    Paint.stroke(cairo, "#ffd24a")
  }
}

import CAdwaita
import SettingsModel

/// Themes as cards in their own colours.
@MainActor
final class CardsView: ControlView {
  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private let flow: Widget = gtk_flow_box_new()
  private let send: RowView.Send
  private var views: [CardView] = []

  init(_ row: Row, _ send: @escaping RowView.Send) {
    self.send = send
    gtk_flow_box_set_selection_mode(flow.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_homogeneous(flow.opaque, 1)
    gtk_flow_box_set_min_children_per_line(flow.opaque, 2)
    gtk_flow_box_set_max_children_per_line(flow.opaque, 4)
    gtk_flow_box_set_row_spacing(flow.opaque, 6)
    gtk_flow_box_set_column_spacing(flow.opaque, 6)
    flow.setMargins(6)
    widget = CardsView.plainRow(flow)
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .cards = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .cards(let cards) = row.content else { return }
    while views.count > cards.count {
      if let child = gtk_flow_box_get_child_at_index(flow.opaque, Int32(views.count - 1)) {
        gtk_flow_box_remove(
          flow.opaque,
          UnsafeMutableRawPointer(child).assumingMemoryBound(to: GtkWidget.self)
        )
      }
      views.removeLast()
    }
    for (index, card) in cards.enumerated() {
      if index < views.count {
        views[index].update(card)
      } else {
        let view = CardView(card, send)
        views.append(view)
        gtk_flow_box_insert(flow.opaque, view.widget, -1)
        // The button inside takes the focus.
        if let parent = gtk_widget_get_parent(view.widget) { gtk_widget_set_focusable(parent, 0) }
      }
    }
  }
}

@MainActor
private final class CardView {
  let widget: Widget = gtk_button_new()
  private let picture: Widget = gtk_drawing_area_new()
  private let name: Widget = gtk_label_new("")
  private let text: Widget = gtk_label_new("")
  private let mark: Widget = gtk_image_new_from_icon_name("object-select-symbolic")
  private var card: Card?

  init(_ card: Card, _ send: @escaping RowView.Send) {
    gtk_widget_set_size_request(picture, 110, 68)
    for label in [name, text] {
      // Long names and large text have more lines.
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_lines(label.opaque, 3)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_xalign(label.opaque, 0)
      gtk_label_set_max_width_chars(label.opaque, 12)
      gtk_widget_set_hexpand(label, 1)
    }
    text.addClass("caption")
    let title = Gtk.box(GTK_ORIENTATION_HORIZONTAL, 3, [name, mark])
    let box = Gtk.box(GTK_ORIENTATION_VERTICAL, 3, [picture, title, text])
    box.setMargins(3)
    gtk_button_set_child(widget.cast(), box)
    widget.addClass("flat")
    Gtk.connect(widget, "clicked") { [weak self] _ in
      if let card = self?.card { send(card.intent) }
    }
    Gtk.setDraw(picture) { [weak self] cairo, width, height in
      if let colors = self?.card?.colors { Self.draw(cairo, width, height, colors) }
    }
    update(card)
  }

  func update(_ card: Card) {
    guard card != self.card else { return }
    self.card = card
    gtk_label_set_text(name.opaque, card.name)
    gtk_label_set_text(text.opaque, card.text)
    gtk_widget_set_visible(mark, card.isChosen ? 1 : 0)
    gtk_widget_set_sensitive(widget, card.isEnabled ? 1 : 0)
    gtk_widget_set_tooltip_text(widget, card.name)
    widget.setLabel(card.spoken)
    gtk_widget_queue_draw(picture)
  }

  /// Draws a small window in the theme's colours.
  private static func draw(
    _ cairo: OpaquePointer,
    _ width: Double,
    _ height: Double,
    _ colors: [String: String]
  ) {
    func color(_ role: String) -> String { colors[role] ?? "#808080" }
    Paint.rounded(cairo, 0.5, 0.5, width - 1, height - 1, 6)
    Paint.setColor(cairo, color("background"))
    cairo_fill_preserve(cairo)
    cairo_set_line_width(cairo, 1)
    Paint.stroke(cairo, color("separator"))
    Paint.rounded(cairo, 8, 18, width - 16, height - 26, 4)
    Paint.fill(cairo, color("surface"))
    Paint.rectangle(cairo, 8, 8, width * 0.35, 4, color("onBackground"))
    Paint.rectangle(cairo, 14, 25, width * 0.5, 3, color("onSurface"))
    Paint.rectangle(cairo, 14, 32, width * 0.38, 3, color("onSurfaceVariant"))
    Paint.rectangle(cairo, 14, 39, width * 0.44, 3, color("link"))
    let roles = ["primary", "secondary", "success", "warning", "error"]
    for (index, role) in roles.enumerated() {
      Paint.rounded(cairo, 14 + Double(index) * 15, height - 22, 11, 8, 2)
      Paint.fill(cairo, color(role))
    }
  }
}

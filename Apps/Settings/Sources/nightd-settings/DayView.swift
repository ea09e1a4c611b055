import CAdwaita
import SettingsModel

/// The picture of the day, with a slider for the beginning of each style.
///
/// The sliders are GTK's own, so they work with the keyboard and with screen readers.
@MainActor
final class DayView: ControlView {
  /// GTK's slider leaves this space at both ends, so the picture does too.
  private static let inset = 12.0

  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private let picture: Widget = shim_picture()
  private var scales: [Style: Widget] = [:]
  private var debouncers: [Style: Debouncer] = [:]
  private var day: DayPicture?
  private var isUpdating = false

  init(_ row: Row, _ send: @escaping RowView.Send) {
    gtk_widget_set_size_request(picture, -1, 140)
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    gtk_widget_set_margin_top(box, 6)
    gtk_widget_set_margin_bottom(box, 6)
    // Times go from left to right in the picture, in every language.
    gtk_widget_set_direction(box, GTK_TEXT_DIR_LTR)
    widget = DayView.plainRow(box)
    for style in [Style.light, .dark] {
      let scale: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1440, 5)
      shim_ignore_wheel(scale)
      gtk_scale_set_draw_value(scale.cast(), 0)
      gtk_scale_set_has_origin(scale.cast(), 0)
      gtk_range_set_increments(scale.cast(), 5, 60)
      gtk_widget_set_direction(scale, GTK_TEXT_DIR_LTR)
      scales[style] = scale
      debouncers[style] = Debouncer()
      Gtk.connect(scale, "value-changed") { [weak self] _ in
        guard let self, !isUpdating, let group = day?.handles.first?.group else { return }
        gtk_widget_queue_draw(picture)
        debouncers[style]?.run {
          let minute = Int(gtk_range_get_value(scale.cast()).rounded())
          send(.move(group: group, style, minute: minute))
        }
      }
    }
    if let light = scales[.light], let dark = scales[.dark] {
      for child in [light, picture, dark] { gtk_box_append(box.cast(), child) }
    }
    Gtk.setDraw(picture) { [weak self] cairo, width, height in self?.draw(cairo, width, height) }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .day = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .day(let day) = row.content else { return }
    self.day = day
    picture.setLabel(day.spoken)
    isUpdating = true
    defer { isUpdating = false }
    for (style, scale) in scales {
      let handle = day.handles.first { $0.style == style }
      gtk_widget_set_visible(scale, handle == nil ? 0 : 1)
      guard let handle, debouncers[style]?.isWaiting != true else { continue }
      gtk_range_set_value(scale.cast(), Double(handle.minute))
      scale.setLabel(handle.title)
      shim_set_value_text(scale, handle.title)
      gtk_widget_set_tooltip_text(scale, handle.title)
    }
    gtk_widget_queue_draw(picture)
  }

  private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
    guard let day else { return }
    let (left, span) = (Self.inset, width - 2 * Self.inset)
    let bottom = height - Paint.Caption("0", picture).height
    func x(_ minute: Int) -> Double { left + span * Double(minute) / 1440 }
    Paint.rounded(cairo, left, 0, span, bottom, 8)
    cairo_save(cairo)
    cairo_clip(cairo)
    for part in day.spans {
      let color = part.style == .dark ? "#1b2240" : "#bfe0ff"
      Paint.rectangle(cairo, x(part.from), 0, x(part.to) - x(part.from), bottom, color)
    }
    if !day.elevations.isEmpty { drawSun(cairo, day, bottom, x) }
    cairo_restore(cairo)
    drawHours(cairo, bottom, x)
    cairo_set_line_width(cairo, 2)
    cairo_move_to(cairo, x(day.now), 0)
    cairo_line_to(cairo, x(day.now), bottom)
    Paint.stroke(cairo, "#e01b24")
  }

  private func drawSun(
    _ cairo: OpaquePointer,
    _ day: DayPicture,
    _ bottom: Double,
    _ x: (Int) -> Double
  ) {
    let horizon = bottom * 0.6
    // The highest sun of the earth fits above the horizon.
    func y(_ degrees: Double) -> Double { horizon - degrees / 90 * bottom * 0.55 }
    cairo_set_line_width(cairo, 1)
    cairo_move_to(cairo, x(0), horizon)
    cairo_line_to(cairo, x(1440), horizon)
    Paint.stroke(cairo, "#888888")
    cairo_set_line_width(cairo, 2.5)
    for (index, degrees) in day.elevations.enumerated() {
      cairo_line_to(cairo, x(index * 10), y(degrees))
    }
    Paint.stroke(cairo, "#e5a50a")
    let index = min(day.now / 10, day.elevations.count - 1)
    cairo_arc(cairo, x(day.now), y(day.elevations[index]), 6, 0, 2 * .pi)
    Paint.fill(cairo, "#f6d32d")
  }

  private func drawHours(_ cairo: OpaquePointer, _ bottom: Double, _ x: (Int) -> Double) {
    for hour in [0, 6, 12, 18, 24] {
      let caption = Paint.Caption("\(hour)", picture)
      caption.draw(cairo, picture, x(hour * 60) - caption.width / 2, bottom)
    }
  }
}

/// The light and dark times of the year.
@MainActor
final class YearView: ControlView {
  let widget: Widget
  let isActionRow = false
  let hasOwnTitle = true
  private let picture: Widget = shim_picture()
  private var year: YearPicture?

  init(_ row: Row) {
    gtk_widget_set_size_request(picture, -1, 170)
    picture.setMargins(12)
    gtk_widget_set_direction(picture, GTK_TEXT_DIR_LTR)
    widget = YearView.plainRow(picture)
    Gtk.setDraw(picture) { [weak self] cairo, width, height in self?.draw(cairo, width, height) }
    update(row)
  }

  func fits(_ content: Row.Content) -> Bool {
    if case .year = content { true } else { false }
  }

  func update(_ row: Row) {
    guard case .year(let year) = row.content, year != self.year else { return }
    self.year = year
    picture.setLabel(year.spoken)
    gtk_widget_queue_draw(picture)
  }

  private func draw(_ cairo: OpaquePointer, _ width: Double, _ height: Double) {
    guard let year, !year.days.isEmpty else { return }
    let hours = [0, 6, 12, 18, 24].map { ($0, Paint.Caption("\($0)", picture)) }
    let months = year.months.map { ($0.day, Paint.Caption($0.title, picture)) }
    let line = hours[0].1.height
    let left = (hours.map(\.1.width).max() ?? 0) + 6
    // The first and the last hour need half a line beside the picture.
    let frame = (width: width - left, height: height - line * 2)
    cairo_save(cairo)
    cairo_translate(cairo, left, line / 2)
    drawDays(cairo, year, frame.width, frame.height)
    cairo_restore(cairo)
    for (hour, caption) in hours {
      let y = Double(hour) / 24 * frame.height
      caption.draw(cairo, picture, left - 6 - caption.width, y)
    }
    // In a narrow window or with large text, only every second, third or sixth month has room.
    let room = frame.width / Double(months.count)
    let widest = months.map(\.1.width).max() ?? 0
    let step = [1, 2, 3].first { Double($0) * room >= widest + 4 } ?? 6
    for (index, (day, caption)) in months.enumerated() where index % step == 0 {
      let x = left + Double(day) / Double(year.days.count) * frame.width
      caption.draw(cairo, picture, x, frame.height + line)
    }
  }

  private func drawDays(
    _ cairo: OpaquePointer,
    _ year: YearPicture,
    _ width: Double,
    _ height: Double
  ) {
    Paint.rounded(cairo, 0, 0, width, height, 8)
    cairo_clip(cairo)
    let column = width / Double(year.days.count)
    // With soft edges, the background would shine through between two columns.
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
    for (index, spans) in year.days.enumerated() {
      for span in spans {
        let (top, bottom) = (Double(span.from) / 1440 * height, Double(span.to) / 1440 * height)
        let color = span.style == .dark ? "#1b2240" : "#bfe0ff"
        Paint.rectangle(cairo, Double(index) * column, top, column + 1, bottom - top, color)
      }
    }
    cairo_set_line_width(cairo, 1)
    for hour in [6, 12, 18] {
      cairo_move_to(cairo, 0, Double(hour) / 24 * height)
      cairo_line_to(cairo, width, Double(hour) / 24 * height)
    }
    Paint.stroke(cairo, "#888888", alpha: 0.6)
    cairo_set_line_width(cairo, 2)
    cairo_move_to(cairo, (Double(year.today) + 0.5) * column, 0)
    cairo_line_to(cairo, (Double(year.today) + 0.5) * column, height)
    Paint.stroke(cairo, "#e01b24")
  }
}

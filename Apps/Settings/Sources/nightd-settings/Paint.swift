import CAdwaita
import NightKit

/// A few shapes for cairo.
@MainActor
enum Paint {
  static func setColor(_ cairo: OpaquePointer, _ hex: String, alpha: Double = 1) {
    let color = Color(hex) ?? .black
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * alpha)
  }

  static func fill(_ cairo: OpaquePointer, _ hex: String, alpha: Double = 1) {
    setColor(cairo, hex, alpha: alpha)
    cairo_fill(cairo)
  }

  static func stroke(_ cairo: OpaquePointer, _ hex: String, alpha: Double = 1) {
    setColor(cairo, hex, alpha: alpha)
    cairo_stroke(cairo)
  }

  static func rectangle(
    _ cairo: OpaquePointer,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ hex: String
  ) {
    cairo_rectangle(cairo, x, y, width, height)
    fill(cairo, hex)
  }

  /// Begins a rectangle with round corners.
  static func rounded(
    _ cairo: OpaquePointer,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ radius: Double
  ) {
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, x + width - radius, y + radius, radius, -.pi / 2, 0)
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, .pi / 2)
    cairo_arc(cairo, x + radius, y + height - radius, radius, .pi / 2, .pi)
    cairo_arc(cairo, x + radius, y + radius, radius, .pi, .pi * 1.5)
    cairo_close_path(cairo)
  }

  /// A short text in a widget's font and colour, made smaller.
  final class Caption {
    private let layout: OpaquePointer?
    let width: Double
    let height: Double

    init(_ text: String, _ widget: Widget) {
      layout = gtk_widget_create_pango_layout(widget, text)
      let list = pango_attr_list_new()
      pango_attr_list_insert(list, pango_attr_scale_new(0.8))
      pango_layout_set_attributes(layout, list)
      pango_attr_list_unref(list)
      var size: (Int32, Int32) = (0, 0)
      pango_layout_get_pixel_size(layout, &size.0, &size.1)
      (width, height) = (Double(size.0), Double(size.1))
    }

    deinit { if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) } }

    /// Draws the text with its upper left corner at a point.
    func draw(_ cairo: OpaquePointer, _ widget: Widget, _ x: Double, _ y: Double) {
      gtk_render_layout(gtk_widget_get_style_context(widget), cairo, x, y, layout)
    }
  }
}

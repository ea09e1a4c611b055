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

  static func text(_ cairo: OpaquePointer, _ text: String, _ x: Double, _ y: Double) {
    cairo_move_to(cairo, x, y)
    cairo_show_text(cairo, text)
  }
}

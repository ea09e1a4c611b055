import CGtk4
import NightKit

/// The style sheet of one part of a window, which fades to new colours frame by frame.
@MainActor
final class Sheet: Themed {
  private let area: String
  private let window: UnsafeMutablePointer<GtkWidget>
  private let provider = gtk_css_provider_new()
  private var shown: Appearance?
  private var transition: Transition?
  /// The time of the transition's first frame.
  private var start: Duration?

  /// Makes a sheet for everything below the selector `area`; the window times the frames.
  init(for area: String, in window: UnsafeMutablePointer<GtkWidget>) {
    self.area = area
    self.window = window
    cgtk_add(provider, window)
  }

  func apply(_ appearance: Appearance) {
    guard let shown else { return paint(appearance) }
    let isUnderWay = transition != nil
    // If a change arrives during a fade, a new fade starts from the colours shown at that moment.
    transition = Transition(from: shown, to: appearance)
    start = nil
    if !isUnderWay { askForFrames() }
  }

  private func askForFrames() {
    gtk_widget_add_tick_callback(
      window,
      { _, clock, sheet in
        guard let sheet else { return 0 }
        let this = Unmanaged<Sheet>.fromOpaque(sheet).takeUnretainedValue()
        let time = Duration.microseconds(gdk_frame_clock_get_frame_time(clock))
        return MainActor.assumeIsolated { this.paintFrame(at: time) } ? 1 : 0
      },
      // GTK keeps the sheet until the callback is removed.
      Unmanaged.passRetained(self).toOpaque(),
      { sheet in
        guard let sheet else { return }
        Unmanaged<Sheet>.fromOpaque(sheet).release()
      }
    )
  }

  /// Paints one frame, and returns whether more frames follow.
  private func paintFrame(at time: Duration) -> Bool {
    guard let transition else { return false }
    let elapsed = time - (start ?? time)
    start = start ?? time
    paint(transition.appearance(after: elapsed))
    if transition.isOver(after: elapsed) { self.transition = nil }
    return self.transition != nil
  }

  private func paint(_ appearance: Appearance) {
    shown = appearance
    cgtk_load(provider, Rules.text(for: area, appearance))
  }
}

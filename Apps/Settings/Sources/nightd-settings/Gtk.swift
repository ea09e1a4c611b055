import CAdwaita

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The same object as another of its classes; GTK's own casts are macros.
  func cast<Class>() -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
  }

  /// The same object, for functions of classes whose members C hides.
  var opaque: OpaquePointer { OpaquePointer(self) }

  func addClass(_ name: String) { gtk_widget_add_css_class(self, name) }

  /// Sets the name that screen readers speak.
  func setLabel(_ text: String) { shim_set_label(self, text) }

  func setMargins(_ margin: Int32) {
    gtk_widget_set_margin_top(self, margin)
    gtk_widget_set_margin_bottom(self, margin)
    gtk_widget_set_margin_start(self, margin)
    gtk_widget_set_margin_end(self, margin)
  }
}

/// A closure that GLib keeps as long as a signal's connection, or until a single call.
private final class Handler {
  let call: @MainActor (_ argument: UnsafeRawPointer?) -> Void
  init(_ call: @escaping @MainActor (UnsafeRawPointer?) -> Void) { self.call = call }
}

@MainActor
enum Gtk {
  /// Calls `handler` at each signal of an object, as long as the object lives.
  ///
  /// The handler gets the signal's first argument, such as a dialog's response; do not read it for
  /// signals without arguments.
  static func connect(
    _ object: Widget,
    _ signal: String,
    _ handler: @escaping @MainActor (_ argument: UnsafeRawPointer?) -> Void
  ) {
    connect(raw: UnsafeMutableRawPointer(object), signal, handler)
  }

  static func connect(
    raw object: UnsafeMutableRawPointer,
    _ signal: String,
    _ handler: @escaping @MainActor (_ argument: UnsafeRawPointer?) -> Void
  ) {
    // A swapped connection passes the data first, so this function fits every signal without a
    // result, however many arguments the signal has.
    let callback: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?) -> Void = {
      handler,
      argument in
      let handler = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue()
      nonisolated(unsafe) let argument = argument
      MainActor.assumeIsolated { handler.call(argument) }
    }
    g_signal_connect_data(
      object,
      signal,
      unsafeBitCast(callback, to: GCallback.self),
      Unmanaged.passRetained(Handler(handler)).toOpaque(),
      { handler, _ in if let handler { Unmanaged<Handler>.fromOpaque(handler).release() } },
      G_CONNECT_SWAPPED
    )
  }

  /// Runs `work` once, `milliseconds` from now; returns the number for `g_source_remove`.
  static func after(_ milliseconds: UInt32, _ work: @escaping @MainActor () -> Void) -> UInt32 {
    g_timeout_add_full(
      G_PRIORITY_DEFAULT,
      milliseconds,
      { handler in
        guard let handler else { return 0 }
        let this = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue()
        MainActor.assumeIsolated { this.call(nil) }
        return 0
      },
      Unmanaged.passRetained(Handler { _ in work() }).toOpaque(),
      { handler in if let handler { Unmanaged<Handler>.fromOpaque(handler).release() } }
    )
  }

  /// Draws a drawing area with `draw`, which gets the cairo context and the size.
  static func setDraw(
    _ area: Widget,
    _ draw: @escaping @MainActor (OpaquePointer, Double, Double) -> Void
  ) {
    let painter = Painter(draw)
    gtk_drawing_area_set_draw_func(
      area.cast(),
      { _, cairo, width, height, painter in
        guard let cairo, let painter else { return }
        let this = Unmanaged<Painter>.fromOpaque(painter).takeUnretainedValue()
        nonisolated(unsafe) let context = cairo
        MainActor.assumeIsolated { this.draw(context, Double(width), Double(height)) }
      },
      Unmanaged.passRetained(painter).toOpaque(),
      { painter in if let painter { Unmanaged<Painter>.fromOpaque(painter).release() } }
    )
  }

  private final class Painter {
    let draw: @MainActor (OpaquePointer, Double, Double) -> Void
    init(_ draw: @escaping @MainActor (OpaquePointer, Double, Double) -> Void) { self.draw = draw }
  }

  private final class Work: Sendable {
    let perform: @MainActor @Sendable () -> Void
    init(_ perform: @escaping @MainActor @Sendable () -> Void) { self.perform = perform }
  }

  /// Makes GLib's loop call `work` soon on the main thread; any thread may call this function.
  nonisolated static func hop(_ work: @escaping @MainActor @Sendable () -> Void) {
    call(G_PRIORITY_DEFAULT, work)
  }

  /// Calls `work` after GTK has handled the input and has drawn.
  static func whenIdle(_ work: @escaping @MainActor @Sendable () -> Void) {
    call(G_PRIORITY_DEFAULT_IDLE, work)
  }

  private nonisolated static func call(
    _ priority: Int32,
    _ work: @escaping @MainActor @Sendable () -> Void
  ) {
    g_idle_add_full(
      priority,
      { work in
        guard let work else { return 0 }
        let this = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        MainActor.assumeIsolated { this.perform() }
        return 0
      },
      Unmanaged.passRetained(Work(work)).toOpaque(),
      nil
    )
  }

  static func box(_ orientation: GtkOrientation, _ spacing: Int32, _ children: [Widget]) -> Widget {
    let box: Widget = gtk_box_new(orientation, spacing)
    for child in children { gtk_box_append(box.cast(), child) }
    return box
  }

  static func label(_ text: String, _ classes: String...) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    for name in classes { label.addClass(name) }
    return label
  }

  /// Text of fixed width that users can select, in a box that scrolls sideways.
  static func code(_ text: String) -> Widget {
    let label = label(text, "monospace")
    gtk_label_set_selectable(label.opaque, 1)
    return label
  }

  /// The text, with the characters of Pango's markup escaped.
  static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}

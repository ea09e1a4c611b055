import CAdwaita
import Desk
import NightKit
import SettingsModel

/// The window: a list of pages beside the open page, or before it if the window is narrow.
@MainActor
final class Window {
  private let window: Widget
  private let language: Language
  private let toasts: Widget = adw_toast_overlay_new()
  private let leaflet: Widget = adw_leaflet_new()
  private let list: Widget = gtk_list_box_new()
  private let stack: Widget = gtk_stack_new()
  private let title: Widget = adw_window_title_new("", nil)
  private var sideBar: Widget?
  private var content: Widget?
  private var views: [PageID: PageView] = [:]
  private var settings = Settings()
  private var desk: Desk?

  init(_ application: UnsafeMutablePointer<AdwApplication>, _ language: Language) {
    self.language = language
    window = adw_application_window_new(
      UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self)
    )
    gtk_window_set_title(window.cast(), language("Light and Dark"))
    gtk_window_set_default_size(window.cast(), 920, 680)
    gtk_widget_set_size_request(window, 340, 300)
    addStyle()
    build()
    let desk = Desk(hop: Gtk.hop) { [weak self] event in self?.handle(event) }
    self.desk = desk
    serve(desk.night)
    desk.follow { [weak self] in self?.paint($0) }
    gtk_list_box_select_row(list.opaque, gtk_list_box_get_row_at_index(list.opaque, 0))
    handle(.started)
  }

  func present() { gtk_window_present(window.cast()) }

  // --- the model ------------------------------------------------------------------------------

  private func handle(_ event: Event) {
    for effect in settings.handle(event, context) { perform(effect) }
    render()
  }

  private var context: Context { Context(language, LocalClock.now()) }

  private func render() {
    let page = settings.page(settings.openPage, context)
    let view = views[page.id] ?? makeView(page)
    view.update(page)
    gtk_widget_set_visible(view.widget, 1)
    gtk_stack_set_visible_child(stack.opaque, view.widget)
    // A stack only covers its other pages, and screen readers would still read them.
    for other in views.values where other !== view { gtk_widget_set_visible(other.widget, 0) }
    adw_window_title_set_title(title.opaque, page.title)
  }

  private func makeView(_ page: Page) -> PageView {
    // A control that is set again while it still reports its change would tell screen readers the
    // wrong state, so the model gets each intent afterwards.
    let view = PageView(page) { [weak self] intent in
      Gtk.hop { self?.handle(.intent(intent)) }
    }
    gtk_stack_add_child(stack.opaque, view.widget)
    view.widget.setLabel(page.title)
    views[page.id] = view
    return view
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .start(let job): desk?.start(job)
    case .say(let text): say(text)
    case .copy(let text): gdk_clipboard_set_text(gtk_widget_get_clipboard(window), text)
    case .confirm(let confirmation):
      Dialogs.ask(confirmation, over: window) { [weak self] isAccepted in
        self?.handle(.answered(confirmation.job, isAccepted: isAccepted))
      }
    case .chooseFiles:
      Dialogs.chooseFiles(over: window, title: language("Import themes")) { [weak self] paths in
        self?.handle(.intent(.drop(paths)))
      }
    case .announce(let announcement): Dialogs.show(announcement, over: window)
    }
  }

  private func say(_ text: String) {
    let toast = adw_toast_new("")
    // The usual title has a single line, which cuts long sentences.
    let label = Gtk.label(text)
    gtk_label_set_max_width_chars(label.opaque, 36)
    adw_toast_set_custom_title(toast, label)
    adw_toast_overlay_add_toast(toasts.opaque, toast)
  }

  /// Lets GLib's loop call NightKit's handlers.
  private func serve(_ night: Night) {
    g_unix_fd_add(
      night.fileDescriptor,
      G_IO_IN,
      { _, _, night in
        guard let night else { return 0 }
        let this = Unmanaged<Night>.fromOpaque(night).takeUnretainedValue()
        MainActor.assumeIsolated { this.dispatch() }
        return 1
      },
      // The desk keeps the `Night` as long as the program runs.
      Unmanaged.passUnretained(night).toOpaque()
    )
  }

  /// Gives the window nightd's style; without nightd and a portal, libadwaita decides.
  private func paint(_ appearance: Appearance) {
    let scheme =
      desk?.night.source == .nobody
      ? ADW_COLOR_SCHEME_DEFAULT
      : appearance.style == .dark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT
    adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
  }

  /// Lets seven days fit into a narrow window.
  private func addStyle() {
    let provider = gtk_css_provider_new()
    shim_load_css(provider, ".day { padding-left: 3px; padding-right: 3px; min-width: 24px; }")
    gtk_style_context_add_provider_for_display(
      gtk_widget_get_display(window),
      provider.map { OpaquePointer($0) },
      UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
    )
  }

  // --- the widgets ----------------------------------------------------------------------------

  private func build() {
    let sideBar = self.sideBarPage()
    let content = contentPage()
    (self.sideBar, self.content) = (sideBar, content)
    let separator: Widget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    adw_leaflet_append(leaflet.opaque, sideBar)
    adw_leaflet_page_set_navigatable(adw_leaflet_append(leaflet.opaque, separator), 0)
    adw_leaflet_append(leaflet.opaque, content)
    shim_leave_with_tab(list, content)
    adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
    adw_leaflet_set_visible_child(leaflet.opaque, content)
    adw_toast_overlay_set_child(toasts.opaque, leaflet)
    adw_application_window_set_content(window.cast(), toasts)
  }

  private func sideBarPage() -> Widget {
    let header: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(
      header.opaque,
      adw_window_title_new(language("Light and Dark"), nil)
    )
    list.addClass("navigation-sidebar")
    list.setLabel(language("Pages"))
    for id in PageID.allCases { gtk_list_box_append(list.opaque, pageRow(id)) }
    Gtk.connect(list, "row-selected") { [weak self] row in
      guard let row else { return }
      let index = gtk_list_box_row_get_index(
        UnsafeMutableRawPointer(mutating: row).assumingMemoryBound(to: GtkListBoxRow.self)
      )
      self?.handle(.opened(PageID.allCases[Int(index)]))
    }
    // In a narrow window, only a click or Enter opens the page: the arrow keys choose it before.
    Gtk.connect(list, "row-activated") { [weak self] _ in
      guard let self, let content else { return }
      adw_leaflet_set_visible_child(leaflet.opaque, content)
    }
    let scroller: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_vexpand(scroller, 1)
    let box = Gtk.box(GTK_ORIENTATION_VERTICAL, 0, [header, scroller])
    gtk_widget_set_size_request(box, 220, -1)
    bindDecoration(header, isStart: true)
    return box
  }

  private func pageRow(_ id: PageID) -> Widget {
    let page = settings.page(id, context)
    let image: Widget = gtk_image_new_from_icon_name(page.symbol)
    let label = Gtk.label(page.title)
    let box = Gtk.box(GTK_ORIENTATION_HORIZONTAL, 12, [image, label])
    gtk_widget_set_margin_top(box, 9)
    gtk_widget_set_margin_bottom(box, 9)
    let row: Widget = gtk_list_box_row_new()
    gtk_list_box_row_set_child(row.cast(), box)
    row.setLabel(page.title)
    return row
  }

  private func contentPage() -> Widget {
    let header: Widget = adw_header_bar_new()
    adw_header_bar_set_title_widget(header.opaque, title)
    let back: Widget = gtk_button_new_from_icon_name("go-previous-symbolic")
    back.setLabel(language("Back"))
    gtk_widget_set_tooltip_text(back, language("Back"))
    Gtk.connect(back, "clicked") { [weak self] _ in
      guard let self, let sideBar else { return }
      adw_leaflet_set_visible_child(leaflet.opaque, sideBar)
    }
    adw_header_bar_pack_start(header.opaque, back)
    g_object_bind_property(
      UnsafeMutableRawPointer(leaflet),
      "folded",
      UnsafeMutableRawPointer(back),
      "visible",
      G_BINDING_SYNC_CREATE
    )
    gtk_widget_set_vexpand(stack, 1)
    let box = Gtk.box(GTK_ORIENTATION_VERTICAL, 0, [header, stack])
    gtk_widget_set_hexpand(box, 1)
    gtk_widget_set_size_request(box, 340, -1)
    bindDecoration(header, isStart: false)
    return box
  }

  /// Shows the buttons of the window only once while both pages are visible.
  private func bindDecoration(_ header: Widget, isStart: Bool) {
    g_object_bind_property(
      UnsafeMutableRawPointer(leaflet),
      "folded",
      UnsafeMutableRawPointer(header),
      isStart ? "show-end-title-buttons" : "show-start-title-buttons",
      G_BINDING_SYNC_CREATE
    )
  }
}

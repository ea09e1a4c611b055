import CAdwaita
import SettingsModel

/// A row of a group, as a widget that follows its description.
@MainActor
final class RowView {
  typealias Send = @MainActor (Intent) -> Void

  let widget: Widget
  private var row: Row
  private let control: any ControlView
  private var image: Widget?

  /// Whether the same widget can show another description.
  func fits(_ row: Row) -> Bool { row.id == self.row.id && control.fits(row.content) }

  init(_ row: Row, leader: Widget?, _ send: @escaping Send) {
    self.row = row
    control = Self.control(row, leader, send)
    widget = control.widget
    show(row, isFirst: true)
  }

  /// The check button that the other options of the group join.
  var checkButton: Widget? { (control as? OptionView)?.check }

  func update(_ row: Row) {
    let old = self.row
    self.row = row
    if old != row { show(row, isFirst: false) }
    // The user's click has moved the control already, so it is set even if nothing has changed.
    control.update(row)
  }

  private func show(_ row: Row, isFirst: Bool) {
    gtk_widget_set_sensitive(widget, row.isEnabled ? 1 : 0)
    if control.hasOwnTitle { return }
    adw_preferences_row_set_title(widget.cast(), row.title)
    guard control.isActionRow else { return }
    adw_action_row_set_subtitle(widget.cast(), row.text)
    if let image {
      adw_action_row_remove(widget.cast(), image)
      self.image = nil
    }
    guard let symbol = row.symbol else { return }
    let new: Widget = gtk_image_new_from_icon_name(symbol)
    adw_action_row_add_prefix(widget.cast(), new)
    image = new
  }

  private static func control(
    _ row: Row,
    _ leader: Widget?,
    _ send: @escaping Send
  ) -> any ControlView {
    switch row.content {
    case .text: TextView(row)
    case .option: OptionView(row, leader, send)
    case .toggle: ToggleView(row, send)
    case .buttons: ButtonsView(row, send)
    case .details: DetailsView(row, send)
    case .code: CodeView(row)
    case .entry: EntryView(row, send)
    case .search: SearchView(row, send)
    case .number: NumberView(row, send)
    case .choices: ChoicesView(row, send)
    case .days: DaysView(row, send)
    case .hero: HeroView(row)
    case .day: DayView(row, send)
    case .year: YearView(row)
    case .cards: CardsView(row, send)
    }
  }
}

/// The widget of one kind of row.
@MainActor
protocol ControlView: AnyObject {
  var widget: Widget { get }
  /// Whether the row has the title and the text of an `AdwActionRow`.
  var isActionRow: Bool { get }
  /// Whether the control shows the row's title itself.
  var hasOwnTitle: Bool { get }
  func fits(_ content: Row.Content) -> Bool
  func update(_ row: Row)
}

extension ControlView {
  var isActionRow: Bool { true }
  var hasOwnTitle: Bool { false }

  /// An `AdwActionRow` whose lines wrap, and whose text is not markup.
  static func actionRow() -> Widget {
    let widget: Widget = adw_action_row_new()
    adw_action_row_set_title_lines(widget.cast(), 0)
    adw_action_row_set_subtitle_lines(widget.cast(), 0)
    adw_preferences_row_set_use_markup(widget.cast(), 0)
    return widget
  }

  /// A row of a list that contains only `child`.
  static func plainRow(_ child: Widget) -> Widget {
    let widget: Widget = adw_preferences_row_new()
    gtk_list_box_row_set_child(widget.cast(), child)
    gtk_list_box_row_set_activatable(widget.cast(), 0)
    gtk_widget_set_focusable(widget, 0)
    return widget
  }
}

/// Waits until the user has stopped to move a control.
@MainActor
final class Debouncer {
  private static let delay: UInt32 = 300
  private var timer: UInt32 = 0

  var isWaiting: Bool { timer != 0 }

  func run(_ work: @escaping @MainActor () -> Void) {
    if timer != 0 { g_source_remove(timer) }
    timer = Gtk.after(Self.delay) { [weak self] in
      self?.timer = 0
      work()
    }
  }
}

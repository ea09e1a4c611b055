/// The pages of the window, in their order.
package enum PageID: String, CaseIterable, Sendable {
  case style, schedule, programs, themes, problems, undo
}

/// All that a page shows, without any reference to a toolkit.
package struct Page: Equatable, Sendable {
  package var id: PageID
  package var title: String
  /// The name of a symbolic icon.
  package var symbol: String
  /// Shown in place of the groups, such as while nightd cannot be reached.
  package var status: StatusPage?
  package var groups: [Group] = []
  /// Whether a file dropped on the page is imported as a theme.
  package var acceptsFiles = false
}

/// A page that has only a message.
package struct StatusPage: Equatable, Sendable {
  package var symbol: String
  package var title: String
  package var text: String
  package var button: Button?
  /// Whether a spinner shows that the page waits.
  package var isWaiting = false
}

/// Rows under a common title, with an `id` that is unique on the page.
package struct Group: Equatable, Sendable {
  package var id: String
  package var title = ""
  package var text = ""
  package var rows: [Row]

  init(_ id: String, _ title: String, text: String = "", _ rows: [Row]) {
    (self.id, self.title, self.text, self.rows) = (id, title, text, rows)
  }

  /// A group without a title.
  init(_ id: String, text: String = "", _ rows: [Row] = []) {
    (self.id, self.text, self.rows) = (id, text, rows)
  }
}

/// A row of a group, with an `id` that is unique in the group.
package struct Row: Equatable, Sendable {
  package var id: String
  package var title: String
  package var text = ""
  package var symbol: String?
  package var isEnabled = true
  package var content: Content

  init(
    _ id: String,
    _ title: String,
    text: String = "",
    symbol: String? = nil,
    isEnabled: Bool = true,
    _ content: Content = .text
  ) {
    (self.id, self.title, self.text, self.symbol) = (id, title, text, symbol)
    (self.isEnabled, self.content) = (isEnabled, content)
  }

  /// The control of a row.
  package indirect enum Content: Equatable, Sendable {
    /// Only the title and the text.
    case text
    /// One of several rows of the group, of which only one is chosen.
    case option(isChosen: Bool, Intent)
    case toggle(isOn: Bool, on: Intent, off: Intent)
    case buttons([Button])
    /// Rows that a click unfolds.
    case details([Row])
    /// Lines in a font of fixed width.
    case code(String)
    /// A line of text, which the user applies with Enter or a button.
    case entry(String, Field)
    /// A line of text that takes effect with each key.
    case search(String, Field)
    case number(Int, ClosedRange<Int>, step: Int, Field)
    case choices([String], chosen: Int, Field)
    /// The days of the week as buttons; Monday is 0. The names are in `labels` and `spoken`.
    case days(Set<Int>, labels: [String], spoken: [String], Field)
    /// The style in effect, as a picture with a large title.
    case hero(Style)
    case day(DayPicture)
    case year(YearPicture)
    case cards([Card])
  }
}

/// A button, whose `title` is also its accessible name, unless `spoken` says more.
package struct Button: Equatable, Sendable {
  package var title: String
  package var spoken: String?
  package var look = Look.plain
  package var intent: Intent

  package enum Look: Sendable { case plain, suggested, destructive }

  init(_ title: String, spoken: String? = nil, look: Look = .plain, _ intent: Intent) {
    (self.title, self.spoken, self.look, self.intent) = (title, spoken, look, intent)
  }
}

/// A theme as a card in the theme's own colours.
package struct Card: Equatable, Sendable {
  package var name: String
  package var text: String
  package var spoken: String
  package var isChosen: Bool
  /// Whether a click can choose the theme.
  package var isEnabled: Bool
  package var intent: Intent
  /// The theme's colours by role, each as `#rrggbb`; empty until they are known.
  package var colors: [String: String]
}

/// What the window asks before it changes something.
package struct Confirmation: Equatable, Sendable {
  package var title: String
  package var text: String
  /// What will be written, as lines of a diff or of a list.
  package var code: String
  package var accept: String
  package var cancel: String
  package var isDestructive = false
  package var job: Job
}

/// The outcome of an action that has more to say than fits into a short message.
package struct Announcement: Equatable, Sendable {
  package var title: String
  package var text: String
  package var code: String
  package var close: String
}

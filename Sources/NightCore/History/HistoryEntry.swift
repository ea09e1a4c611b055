/// One change of the appearance, as the history lists it.
package struct HistoryEntry: Equatable, Sendable {
  /// Who or what asked for the change.
  package enum Origin: Equatable, Sendable {
    /// A program that called nightd on the bus; the process is stored only for display.
    case caller(Process?)
    case desktop
    case store
    case file

    package var word: String {
      switch self {
      case .caller: "caller"
      case .desktop: "desktop"
      case .store: "store"
      case .file: "file"
      }
    }

    var process: Process? {
      guard case .caller(let process) = self else { return nil }
      return process
    }

    /// Makes an origin from its stored name; nil if the name is unknown.
    ///
    /// `process` is the process of the caller, if a caller made the change.
    package init?(word: String?, process: Process?) {
      let all: [Self] = [.caller(process), .desktop, .store, .file]
      guard let origin = all.first(where: { $0.word == word }) else { return nil }
      self = origin
    }
  }

  package struct Process: Equatable, Sendable {
    package var number: UInt32
    /// The name that the process gives itself; nil if the process ended before nightd read the
    /// name.
    package var name: String?

    package init(number: UInt32, name: String? = nil) {
      self.number = number
      self.name = name
    }
  }

  package var time: Instant
  package var style: Style
  package var theme: String
  package var reason: Reason
  /// Who asked for the change; nil if the change was automatic.
  package var origin: Origin?
  /// Whether the style or the theme changed.
  package var isOfStyle = true
  /// Whether the end of a hold caused the change.
  package var endsHold = false
  /// The new contrast, accent and motion, if they changed.
  package var look = LookChange()

  package init(time: Instant, style: Style, theme: String, reason: Reason, origin: Origin?) {
    self.time = time
    self.style = style
    self.theme = theme
    self.reason = reason
    self.origin = origin
  }
}

/// The new values of contrast, accent and motion; nil for each value that did not change.
package struct LookChange: Equatable, Sendable {
  package var isHighContrast: Bool?
  /// The new accent colour as `#RRGGBB`, or `none`.
  package var accent: String?
  package var isMotionReduced: Bool?

  package init(isHighContrast: Bool? = nil, accent: String? = nil, isMotionReduced: Bool? = nil) {
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
  }

  /// Finds what changed from the old appearance to the new one.
  package init(from old: Appearance, to new: Appearance) {
    if new.isHighContrast != old.isHighContrast { isHighContrast = new.isHighContrast }
    if new.accent != old.accent { accent = new.accent?.text ?? AccentPreference.none.text }
    if new.isMotionReduced != old.isMotionReduced { isMotionReduced = new.isMotionReduced }
  }
}

extension Accent {
  /// The accent as `#RRGGBB`, rounded to the nearest such colour.
  package var text: String {
    func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, (part * 255).rounded()))) }
    return AccentPreference.color(red: byte(red), green: byte(green), blue: byte(blue)).text
  }
}

extension HistoryEntry: Record {
  package static let blank = HistoryEntry(
    time: Instant(microseconds: 0),
    style: .light,
    theme: "",
    reason: .fallback,
    origin: nil
  )

  package mutating func visit(_ fields: inout Fields) {
    fields.required("time", &time)
    fields.required("style", &style)
    fields.field("theme", &theme)
    fields.field("reason", &reason)
    var word = origin?.word
    var process = origin?.process
    fields.field("by", &word)
    fields.part(&process)
    origin = Origin(word: word, process: process)
    fields.field("style-changed", &isOfStyle)
    var hasEnded: Bool? = endsHold ? true : nil
    fields.field("hold-ended", &hasEnded)
    endsHold = hasEnded ?? false
    fields.number("contrast", &look.isHighContrast)
    fields.field("accent", &look.accent)
    fields.field("reduced-motion", &look.isMotionReduced)
  }
}

extension HistoryEntry.Process: Record {
  package static let blank = HistoryEntry.Process(number: 0)

  package mutating func visit(_ fields: inout Fields) {
    fields.required("process", &number)
    fields.field("program", &name)
  }
}

// MARK: - In the file

/// Converts a change to a line of JSON for the history file, and back.
extension HistoryEntry {
  package var line: String { JSON.object(json).text(pretty: false) }

  /// Reads a line of the history file; nil if the line is incomplete or is not a change.
  package init?(line: some Sequence<UInt8>) {
    guard let root = try? JSONReader.read(Array(line)) else { return nil }
    // Apply the bus's limit to strings, so that every entry can be sent on the bus.
    let source = JSONFields(root, textBytes: ThemeName.bytesAtMost)
    // A line with an unknown reason is invalid, because nightd does not expect lines from a newer
    // daemon.
    guard Reason.read("reason", in: source) != nil else { return nil }
    self.init(reading: source)
  }
}

extension HistoryEntry {
  /// The change that put the appearance's style into effect; nil if the history does not contain
  /// that change.
  ///
  /// Skips entries that changed neither the style nor the theme. `changes` must begin with the
  /// newest change.
  package static func beginning(
    of appearance: Appearance,
    in changes: some Sequence<HistoryEntry>
  ) -> HistoryEntry? {
    let known = changes.filter(\.isOfStyle).prefix { $0.style == appearance.style }
    guard let change = known.last, change.time >= appearance.since,
      change.reason == appearance.reason
    else { return nil }
    return change
  }
}

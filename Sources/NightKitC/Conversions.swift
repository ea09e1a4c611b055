import CNightKit
import NightKit

// Conversions between NightKit's types and C's.

extension Style {
  var inC: nightkit_style { self == .light ? NIGHTKIT_STYLE_LIGHT : NIGHTKIT_STYLE_DARK }

  init?(_ style: nightkit_style) {
    switch style {
    case NIGHTKIT_STYLE_LIGHT: self = .light
    case NIGHTKIT_STYLE_DARK: self = .dark
    default: return nil
    }
  }
}

extension Night.Choice {
  var inC: nightkit_choice {
    switch self {
    case .light: NIGHTKIT_CHOICE_LIGHT
    case .dark: NIGHTKIT_CHOICE_DARK
    case .follow: NIGHTKIT_CHOICE_FOLLOW
    }
  }

  init?(_ choice: nightkit_choice) {
    switch choice {
    case NIGHTKIT_CHOICE_LIGHT: self = .light
    case NIGHTKIT_CHOICE_DARK: self = .dark
    case NIGHTKIT_CHOICE_FOLLOW: self = .follow
    default: return nil
    }
  }
}

extension Source {
  var inC: nightkit_source {
    switch self {
    case .daemon: NIGHTKIT_SOURCE_DAEMON
    case .portal: NIGHTKIT_SOURCE_PORTAL
    case .nobody, .preview: NIGHTKIT_SOURCE_NOBODY
    }
  }
}

extension NightError {
  var inC: nightkit_outcome {
    switch self {
    case .noBus: NIGHTKIT_OUTCOME_NO_BUS
    case .noDaemon: NIGHTKIT_OUTCOME_NO_DAEMON
    case .noAnswer, .cancelled: NIGHTKIT_OUTCOME_NO_ANSWER
    case .notDurable: NIGHTKIT_OUTCOME_NOT_DURABLE
    case .refused: NIGHTKIT_OUTCOME_REFUSED
    }
  }
}

extension Status.Reason {
  /// The C constant for this reason; `NIGHTKIT_REASON_FALLBACK` if this library does not know the
  /// reason.
  var inC: nightkit_reason {
    switch self {
    case .choice: NIGHTKIT_REASON_CHOICE
    case .hold: NIGHTKIT_REASON_HOLD
    case .schedule: NIGHTKIT_REASON_SCHEDULE
    case .system: NIGHTKIT_REASON_SYSTEM
    case .inhibit: NIGHTKIT_REASON_INHIBIT
    case .app: NIGHTKIT_REASON_APP
    case .forced: NIGHTKIT_REASON_FORCED
    default: NIGHTKIT_REASON_FALLBACK
    }
  }
}

extension ThemeSheet.Kind {
  init?(_ kind: nightkit_sheet) {
    switch kind {
    case NIGHTKIT_SHEET_LABEL: self = .label
    case NIGHTKIT_SHEET_BUTTON: self = .button
    case NIGHTKIT_SHEET_VIEW: self = .view
    default: return nil
    }
  }
}

/// Finds the fields of a style sheet by the names that `nightkit.h` lists.
extension ThemeSheet {
  func color(_ field: String) -> Color? {
    switch field {
    case "backgroundColor": background
    case "borderColor": border
    case "tintColor": tint
    case "textColor": text
    default: nil
    }
  }

  func number(_ field: String) -> Double? {
    switch field {
    case "cornerRadius": cornerRadius
    case "borderWidth": borderWidth
    case "numberOfLines": lines.map { Double($0) }
    case "fontSize": font?.size
    default: nil
    }
  }

  func bool(_ field: String) -> Bool? {
    switch field {
    case "isCircular": isCircular
    case "uppercased": isUppercased
    default: nil
    }
  }

  func string(_ field: String) -> String? {
    switch field {
    case "fontFamily": font?.family
    case "alignment": alignment
    case "label": label
    default: nil
    }
  }
}

extension Color {
  /// Reads the four components of a colour; nil if `place` is NULL or a component is not finite.
  init?(_ place: UnsafePointer<Double>?) {
    guard let place, (0..<4).allSatisfy({ place[$0].isFinite }) else { return nil }
    self.init(red: place[0], green: place[1], blue: place[2], alpha: place[3])
  }
}

extension nightkit_appearance: SizedStruct {
  static var firstSize: Int { 56 }

  init(_ appearance: Appearance, _ source: Source) {
    self.init()
    style = appearance.style.inC
    self.source = source.inC
    is_high_contrast = appearance.isHighContrast
    is_motion_reduced = appearance.isMotionReduced
    let (seconds, attoseconds) = appearance.fade.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    fade = UInt32(clamping: milliseconds)
    guard let color = appearance.accent else { return }
    has_accent = true
    accent = (color.red, color.green, color.blue, color.alpha)
  }
}

extension nightkit_status: SizedStruct {
  static var firstSize: Int { 48 }

  init(_ status: Status) {
    self.init()
    style = status.style.inC
    reason = status.reason.inC
    since = status.since.seconds
    is_inhibited = status.isInhibited
    choice =
      switch status.choice {
      case "light": NIGHTKIT_DESKTOP_LIGHT
      case "dark": NIGHTKIT_DESKTOP_DARK
      case "schedule": NIGHTKIT_DESKTOP_SCHEDULE
      default: NIGHTKIT_DESKTOP_SYSTEM
      }
    if let change = status.next {
      has_next = true
      next = change.moment.seconds
      next_style = change.style.inC
    }
    if let end = status.holdEnd {
      is_held = true
      hold_until = end.seconds
    }
  }
}

extension Moment {
  /// This moment in whole seconds since 1970, rounded down.
  fileprivate var seconds: Int64 {
    Int64(exactly: secondsSince1970.rounded(.down)) ?? (secondsSince1970 < 0 ? .min : .max)
  }
}

package import CNightKit
import NightKit

// Functions that change the desktop. nightkit.h documents each of these functions.

@_cdecl("nightkit_desktop_set")
package func nightkitDesktopSet(
  _ night: OpaquePointer?,
  _ choice: nightkit_desktop_choice
) -> nightkit_outcome {
  guard choice.rawValue <= NIGHTKIT_DESKTOP_SYSTEM.rawValue else {
    return misused(night, "the choice is neither light nor dark nor schedule nor system")
  }
  return request(night) { handle throws(NightError) in
    switch choice {
    case NIGHTKIT_DESKTOP_LIGHT: try handle.reader.setDesktop(.light)
    case NIGHTKIT_DESKTOP_DARK: try handle.reader.setDesktop(.dark)
    case NIGHTKIT_DESKTOP_SCHEDULE: try handle.reader.setDesktop(.schedule)
    default: try handle.reader.setDesktop(.system)
    }
  }
}

@_cdecl("nightkit_desktop_hold")
package func nightkitDesktopHold(
  _ night: OpaquePointer?,
  _ style: nightkit_style,
  _ seconds: UInt64,
  _ until: UnsafePointer<CChar>?
) -> nightkit_outcome {
  guard let style = Style(style) else {
    return misused(night, "the style is neither light nor dark")
  }
  guard (seconds == 0) != (until == nil) else {
    return misused(night, "give either the length of the hold in seconds, or its end")
  }
  guard until != nil else {
    let duration = Duration.seconds(Int64(clamping: seconds))
    return request(night) { handle throws(NightError) in
      try handle.reader.setDesktop(style, .lasting(duration))
    }
  }
  guard let until = text(until) else { return misused(night, "the end time is not valid UTF-8") }
  return request(night) { handle throws(NightError) in
    try handle.reader.setDesktop(style, .until(until))
  }
}

@_cdecl("nightkit_desktop_end_hold")
package func nightkitDesktopEndHold(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in try handle.reader.endHold() }
}

@_cdecl("nightkit_desktop_toggle")
package func nightkitDesktopToggle(
  _ night: OpaquePointer?,
  _ style: UnsafeMutablePointer<nightkit_style>?
) -> nightkit_outcome {
  request(night) { handle throws(NightError) in
    let new = try handle.reader.toggleDesktop()
    style?.pointee = new.inC
  }
}

@_cdecl("nightkit_desktop_use_theme")
package func nightkitDesktopUseTheme(
  _ night: OpaquePointer?,
  _ theme: UnsafePointer<CChar>?
) -> nightkit_outcome {
  requestOfTheme(night, theme) { (reader, name) throws(NightError) in
    try reader.useForDesktop(theme: name)
  }
}

@_cdecl("nightkit_desktop_use_next_theme")
package func nightkitDesktopUseNextTheme(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in
    try handle.reader.useAdjacentTheme(isNext: true, forDesktop: true)
  }
}

@_cdecl("nightkit_desktop_use_previous_theme")
package func nightkitDesktopUsePreviousTheme(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in
    try handle.reader.useAdjacentTheme(isNext: false, forDesktop: true)
  }
}

@_cdecl("nightkit_inhibit")
package func nightkitInhibit(
  _ night: OpaquePointer?,
  _ why: UnsafePointer<CChar>?
) -> nightkit_outcome {
  guard let why = text(why) else {
    return misused(night, "the reason is missing or is not valid UTF-8")
  }
  return request(night) { handle throws(NightError) in
    handle.inhibition = try handle.reader.inhibit(why: why)
  }
}

@_cdecl("nightkit_end_inhibition")
package func nightkitEndInhibition(_ night: OpaquePointer?) { Handle.own(night)?.inhibition = nil }

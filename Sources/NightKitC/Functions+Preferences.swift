package import CNightKit
import NightKit

// Functions for the application's own choice and for preferences. nightkit.h documents each of
// these functions.

@_cdecl("nightkit_choose")
package func nightkitChoose(
  _ night: OpaquePointer?,
  _ choice: nightkit_choice
) -> nightkit_outcome {
  guard let choice = Night.Choice(choice) else {
    return misused(night, "the choice is neither light nor dark nor follow")
  }
  return requestOfApplication(night) { (reader) throws(NightError) in try reader.choose(choice) }
}

@_cdecl("nightkit_choose_theme")
package func nightkitChooseTheme(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?
) -> nightkit_outcome {
  guard let name else {
    return requestOfApplication(night) { (reader) throws(NightError) in
      try reader.choose(theme: nil)
    }
  }
  guard let name = text(name) else { return misused(night, "the theme's name is not valid UTF-8") }
  return requestOfApplication(night) { (reader) throws(NightError) in
    try reader.choose(theme: name)
  }
}

@_cdecl("nightkit_choose_themes")
package func nightkitChooseThemes(
  _ night: OpaquePointer?,
  _ light: UnsafePointer<CChar>?,
  _ dark: UnsafePointer<CChar>?
) -> nightkit_outcome {
  let names = (light: text(light), dark: text(dark))
  guard names.light != nil || light == nil, names.dark != nil || dark == nil else {
    return misused(night, "a theme's name is not valid UTF-8")
  }
  return requestOfApplication(night) { (reader) throws(NightError) in
    try reader.choose(light: names.light, dark: names.dark)
  }
}

@_cdecl("nightkit_toggle_choice")
package func nightkitToggleChoice(
  _ night: OpaquePointer?,
  _ style: UnsafeMutablePointer<nightkit_style>?
) -> nightkit_outcome {
  requestOfApplication(night) { (reader) throws(NightError) in
    let new = try reader.toggleChoice()
    style?.pointee = new.inC
  }
}

@_cdecl("nightkit_choose_next_theme")
package func nightkitChooseNextTheme(_ night: OpaquePointer?) -> nightkit_outcome {
  requestOfApplication(night) { (reader) throws(NightError) in
    try reader.useAdjacentTheme(isNext: true, forDesktop: false)
  }
}

@_cdecl("nightkit_choose_previous_theme")
package func nightkitChoosePreviousTheme(_ night: OpaquePointer?) -> nightkit_outcome {
  requestOfApplication(night) { (reader) throws(NightError) in
    try reader.useAdjacentTheme(isNext: false, forDesktop: false)
  }
}

/// Makes a request that needs the name of an application.
private func requestOfApplication(
  _ night: OpaquePointer?,
  _ make: (NightReader) throws(NightError) -> Void
) -> nightkit_outcome {
  if Handle.own(night)?.reader.application.isEmpty == true {
    return misused(night, "the handle was opened without the name of an application")
  }
  return request(night) { handle throws(NightError) in try make(handle.reader) }
}

@_cdecl("nightkit_get_choice")
package func nightkitGetChoice(_ night: OpaquePointer?) -> nightkit_choice {
  Handle.own(night)?.reader.choice.inC ?? NIGHTKIT_CHOICE_FOLLOW
}

// MARK: - Reading preferences

/// The preference whose name a C program passed; nil if the preference is not set or has another
/// type.
private func preference<Value: PreferenceConvertible>(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?
) -> Value? {
  guard let handle = Handle.own(night), let name = text(name) else { return nil }
  return handle.reader.preference(name).flatMap { Value(preference: $0) }
}

@_cdecl("nightkit_get_preference_bool")
package func nightkitGetPreferenceBool(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ value: UnsafeMutablePointer<Bool>?
) -> Bool {
  write(preference(night, name), to: value)
}

@_cdecl("nightkit_get_preference_integer")
package func nightkitGetPreferenceInteger(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ integer: UnsafeMutablePointer<Int64>?
) -> Bool {
  // Read the 64-bit integer directly, because NightKit converts it to Int, which may have 32 bits.
  guard case .integer(let found)? = preference(night, name) as PreferenceValue? else {
    return false
  }
  return write(found, to: integer)
}

@_cdecl("nightkit_get_preference_number")
package func nightkitGetPreferenceNumber(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> Bool {
  write(preference(night, name) as Double?, to: number)
}

@_cdecl("nightkit_get_preference_string")
package func nightkitGetPreferenceString(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ string: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(preference(night, name), to: string, size)
}

// MARK: - Setting preferences

private func setPreference(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ value: PreferenceValue?
) -> nightkit_outcome {
  guard let name = text(name) else {
    return misused(night, "the preference's name is missing or is not valid UTF-8")
  }
  return request(night) { handle throws(NightError) in try handle.reader.set(value, for: name) }
}

@_cdecl("nightkit_set_preference_bool")
package func nightkitSetPreferenceBool(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ value: Bool
) -> nightkit_outcome {
  setPreference(night, name, .bool(value))
}

@_cdecl("nightkit_set_preference_integer")
package func nightkitSetPreferenceInteger(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ integer: Int64
) -> nightkit_outcome {
  setPreference(night, name, .integer(integer))
}

@_cdecl("nightkit_set_preference_number")
package func nightkitSetPreferenceNumber(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ number: Double
) -> nightkit_outcome {
  guard number.isFinite else { return misused(night, "the number is not finite") }
  return setPreference(night, name, .double(number))
}

@_cdecl("nightkit_set_preference_string")
package func nightkitSetPreferenceString(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ string: UnsafePointer<CChar>?
) -> nightkit_outcome {
  guard let string = text(string) else {
    return misused(night, "the text is missing or is not valid UTF-8")
  }
  return setPreference(night, name, .string(string))
}

@_cdecl("nightkit_remove_preference")
package func nightkitRemovePreference(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?
) -> nightkit_outcome {
  setPreference(night, name, nil)
}

@_cdecl("nightkit_find_lock")
package func nightkitFindLock(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ isLocked: UnsafeMutablePointer<Bool>?
) -> nightkit_outcome {
  guard let name = text(name), let isLocked else {
    return misused(night, "the preference's name or the place for the result is missing")
  }
  return request(night) { handle throws(NightError) in
    isLocked.pointee = try handle.reader.lock(on: name) != nil
  }
}

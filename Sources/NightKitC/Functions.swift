package import CNightKit
import Glibc
import NightBus
import NightKit

// nightkit.h says what each of these functions does.

@_cdecl("nightkit_open")
package func nightkitOpen(_ application: UnsafePointer<CChar>?) -> OpaquePointer? {
  let name = text(application)
  if application != nil, name.map(NightReader.isValid) != true {
    errno = EINVAL
    return nil
  }
  do throws(BusError) {
    let handle = try Handle(application: name)
    return OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
  } catch {
    if case .system(_, let code) = error { errno = code }
    return nil
  }
}

@_cdecl("nightkit_close")
package func nightkitClose(_ night: OpaquePointer?) {
  guard let night, Handle.at(night)?.isOfThisProcess == true else { return }
  Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(night)).release()
}

@_cdecl("nightkit_fd")
package func nightkitDescriptor(_ night: OpaquePointer?) -> Int32 {
  Handle.at(night)?.reader.fileDescriptor ?? -1
}

@_cdecl("nightkit_dispatch")
package func nightkitDispatch(_ night: OpaquePointer?) -> Bool {
  guard let handle = Handle.at(night), handle.isOfThisProcess else { return false }
  return handle.reader.dispatch()
}

@_cdecl("nightkit_get_style")
package func nightkitGetStyle(_ night: OpaquePointer?) -> nightkit_style {
  night.appearance.style.inC
}

@_cdecl("nightkit_get_appearance")
package func nightkitGetAppearance(
  _ night: OpaquePointer?,
  _ appearance: UnsafeMutablePointer<nightkit_appearance>?
) -> Bool {
  guard let appearance else { return false }
  let place = UnsafeMutableRawPointer(appearance)
  let size = place.load(as: Int.self)
  guard firstSize...mostSize ~= size else { return false }
  var filled = nightkit_appearance(night.appearance, Handle.at(night)?.reader.source ?? .nobody)
  filled.size = size
  let known = min(size, MemoryLayout<nightkit_appearance>.size)
  let room = UnsafeMutableRawBufferPointer(start: place, count: size)
  withUnsafeBytes(of: filled) { room.copyBytes(from: $0.prefix(known)) }
  // Set the members to zero that only a newer header has.
  UnsafeMutableRawBufferPointer(rebasing: room[known...]).initializeMemory(
    as: UInt8.self,
    repeating: 0
  )
  return true
}

/// The size of the struct's first version, and the size that no version will exceed.
private let firstSize = 56
private let mostSize = 4_096

@_cdecl("nightkit_get_theme")
package func nightkitGetTheme(
  _ night: OpaquePointer?,
  _ name: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(night.appearance.theme.name, to: name, size)
}

@_cdecl("nightkit_get_color")
package func nightkitGetColor(
  _ night: OpaquePointer?,
  _ role: UnsafePointer<CChar>?,
  _ color: UnsafeMutablePointer<Double>?
) -> Bool {
  guard let role = text(role), let color, let found = night.appearance.theme.color(role) else {
    return false
  }
  color[0] = found.red
  color[1] = found.green
  color[2] = found.blue
  color[3] = found.alpha
  return true
}

@_cdecl("nightkit_get_number")
package func nightkitGetNumber(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> Bool {
  guard let name = text(name), let number, let found = night.appearance.theme.number(name) else {
    return false
  }
  number.pointee = found
  return true
}

@_cdecl("nightkit_get_preference")
package func nightkitGetPreference(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> Bool {
  guard let handle = Handle.at(night), handle.isOfThisProcess, let name = text(name), let number,
    let value = handle.reader.preference(name)
  else { return false }
  if let found = Double(preference: value) {
    number.pointee = found
  } else if let found = Bool(preference: value) {
    number.pointee = found ? 1 : 0
  } else {
    return false
  }
  return true
}

@_cdecl("nightkit_set_style")
package func nightkitSetStyle(
  _ night: OpaquePointer?,
  _ style: nightkit_style,
  _ why: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> nightkit_outcome {
  let (outcome, sentence) = set(style, by: Handle.at(night))
  _ = write(sentence, to: why, size)
  return outcome
}

private func set(_ style: nightkit_style, by handle: Handle?) -> (nightkit_outcome, String) {
  guard let handle else { return (NIGHTKIT_MISUSED, "there is no handle") }
  guard handle.isOfThisProcess else {
    return (NIGHTKIT_MISUSED, "the handle belongs to the process that forked this one")
  }
  guard let style = Style(style) else {
    return (NIGHTKIT_MISUSED, "the style is neither light nor dark")
  }
  do throws(NightError) {
    try handle.reader.set(style)
    return (NIGHTKIT_DONE, "")
  } catch {
    return (error.inC, error.description)
  }
}

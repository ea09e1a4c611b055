package import CNightKit
import NightKit

// What each of these promises stands in nightkit.h.

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
  // What a newer header has beyond.
  UnsafeMutableRawBufferPointer(rebasing: room[known...]).initializeMemory(
    as: UInt8.self,
    repeating: 0
  )
  return true
}

/// What the first version of the struct had, and what no version will.
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

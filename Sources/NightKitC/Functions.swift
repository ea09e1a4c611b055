package import CNightKit
import Glibc
import NightBus
import NightKit

// Functions for handles and for the appearance. nightkit.h documents each of these functions.

@_cdecl("nightkit_version")
package func nightkitVersion() -> UInt32 {
  // Read only the digits in each part of NightKit's version, because a version may end with
  // letters.
  let parts = NightReader.version.split(separator: ".").prefix(3).map { part in
    UInt32(part.prefix { $0.isASCII && $0.isNumber }) ?? 0
  }
  return parts.reduce(0) { $0 * 1_000 + $1 }
}

@_cdecl("nightkit_open")
package func nightkitOpen(_ application: UnsafePointer<CChar>?) -> OpaquePointer? {
  let name = text(application)
  if application != nil, name.map(NightReader.isValid) != true {
    errno = EINVAL
    return nil
  }
  return Handle.open { () throws(BusError) in try NightReader(application: name) }
}

@_cdecl("nightkit_pin_style")
package func nightkitPinStyle(_ night: OpaquePointer?, _ style: nightkit_style) -> OpaquePointer? {
  guard let handle = Handle.own(night), let style = Style(style) else {
    errno = EINVAL
    return nil
  }
  return Handle.open { () throws(BusError) in try NightReader(handle.reader, pinnedTo: style) }
}

@_cdecl("nightkit_pin_theme")
package func nightkitPinTheme(
  _ night: OpaquePointer?,
  _ theme: UnsafePointer<CChar>?
) -> OpaquePointer? {
  guard let handle = Handle.own(night), let name = text(theme) else {
    errno = EINVAL
    return nil
  }
  return Handle.open { () throws(BusError) in
    try NightReader(handle.reader, pinnedToTheme: name)
  }
}

@_cdecl("nightkit_close")
package func nightkitClose(_ night: OpaquePointer?) {
  guard let night, Handle.own(night) != nil else { return }
  Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(night)).release()
}

@_cdecl("nightkit_set_timeout")
package func nightkitSetTimeout(_ night: OpaquePointer?, _ milliseconds: UInt32) {
  Handle.at(night)?.reader.timeout = .milliseconds(Int64(milliseconds))
}

@_cdecl("nightkit_fd")
package func nightkitDescriptor(_ night: OpaquePointer?) -> Int32 {
  Handle.at(night)?.reader.fileDescriptor ?? -1
}

@_cdecl("nightkit_dispatch")
package func nightkitDispatch(_ night: OpaquePointer?) -> Bool {
  Handle.own(night)?.dispatch() ?? false
}

@_cdecl("nightkit_get_error")
package func nightkitGetError(
  _ night: OpaquePointer?,
  _ sentence: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(Handle.at(night)?.error ?? "there is no handle", to: sentence, size)
}

// MARK: - The appearance

@_cdecl("nightkit_get_style")
package func nightkitGetStyle(_ night: OpaquePointer?) -> nightkit_style {
  night.appearance.style.inC
}

@_cdecl("nightkit_get_appearance")
package func nightkitGetAppearance(
  _ night: OpaquePointer?,
  _ appearance: UnsafeMutablePointer<nightkit_appearance>?
) -> Bool {
  let source = Handle.at(night)?.reader.source ?? .nobody
  return fill(appearance, with: nightkit_appearance(night.appearance, source))
}

@_cdecl("nightkit_get_status")
package func nightkitGetStatus(
  _ night: OpaquePointer?,
  _ status: UnsafeMutablePointer<nightkit_status>?
) -> nightkit_outcome {
  guard size(of: status) != nil else {
    return misused(night, "the struct for the status is missing or states no valid size")
  }
  return request(night) { handle throws(NightError) in
    _ = fill(status, with: nightkit_status(try handle.reader.status()))
  }
}

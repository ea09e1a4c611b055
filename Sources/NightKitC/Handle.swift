import CNightKit
import Glibc
import NightBus
import NightKit

/// The object behind a C program's handle.
final class Handle {
  let reader: NightReader
  /// Why the last request failed, as a sentence; empty if it succeeded.
  var error = ""
  /// The themes that the last call of `nightkit_list_themes` has listed.
  var listed: [ThemeListing] = []
  /// The inhibition that the last call of `nightkit_inhibit` has started.
  var inhibition: Inhibition?
  /// The colour roles of the present theme, sorted; nil until they are read for the first time.
  private var roles: [String]?
  /// The process that opened the handle.
  ///
  /// A forked child cannot use the handle: the child has a copy of the memory, but not the
  /// library's thread.
  private let process = getpid()

  init(_ reader: NightReader) { self.reader = reader }

  var isOfThisProcess: Bool { process == getpid() }

  /// The handle that a C program passed; nil if it passed NULL.
  static func at(_ pointer: OpaquePointer?) -> Handle? {
    pointer.map { Unmanaged<Handle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// The handle that a C program passed, if this process opened it.
  static func own(_ pointer: OpaquePointer?) -> Handle? {
    at(pointer).flatMap { $0.isOfThisProcess ? $0 : nil }
  }

  /// Makes a handle and passes it to the C program; on failure sets `errno` and returns nil.
  static func open(_ make: () throws(BusError) -> NightReader) -> OpaquePointer? {
    do throws(BusError) {
      return OpaquePointer(Unmanaged.passRetained(Handle(try make())).toOpaque())
    } catch {
      if case .system(_, let code) = error { errno = code }
      return nil
    }
  }

  func dispatch() -> Bool {
    roles = nil
    return reader.dispatch()
  }

  var sortedRoles: [String] {
    let sorted = roles ?? reader.appearance.theme.colors.keys.sorted()
    roles = sorted
    return sorted
  }
}

extension OpaquePointer? {
  /// The handle's appearance, or the standard appearance if the handle is NULL.
  var appearance: Appearance { Handle.at(self)?.reader.appearance ?? .light }

  /// The handle's theme, or the theme of the standard appearance if the handle is NULL.
  var theme: Theme { appearance.theme }
}

// MARK: - Requests

/// Makes a request through a handle; if the request fails, stores the reason as a sentence.
func request(
  _ night: OpaquePointer?,
  _ make: (Handle) throws(NightError) -> Void
) -> nightkit_outcome {
  guard let handle = Handle.at(night) else { return NIGHTKIT_OUTCOME_MISUSED }
  guard handle.isOfThisProcess else {
    return misused(night, "the handle belongs to the process that forked this one")
  }
  do throws(NightError) {
    try make(handle)
    handle.error = ""
    return NIGHTKIT_OUTCOME_DONE
  } catch {
    handle.error = error.description
    return error.inC
  }
}

/// Returns `NIGHTKIT_OUTCOME_MISUSED`, and stores a sentence about the C program's mistake.
func misused(_ night: OpaquePointer?, _ sentence: String) -> nightkit_outcome {
  Handle.at(night)?.error = sentence
  return NIGHTKIT_OUTCOME_MISUSED
}

// MARK: - Memory of the C program

/// A string that a C program passed; nil if it passed NULL or invalid UTF-8.
func text(_ bytes: UnsafePointer<CChar>?) -> String? {
  bytes.flatMap { String(validatingCString: $0) }
}

/// Writes a string and a zero byte into a C program's buffer; truncates the string if it is too
/// long.
///
/// Returns the number of bytes that the whole string needs. If the string is nil, writes nothing
/// and returns 0.
func write(_ text: String?, to start: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  guard var text else { return 0 }
  return text.withUTF8 { bytes in
    guard let start, size > 0 else { return bytes.count + 1 }
    var count = min(bytes.count, size - 1)
    // Cut the string between two characters, not within a character.
    while count < bytes.count, count > 0, bytes[count] & 0xc0 == 0x80 { count -= 1 }
    for (index, byte) in bytes.prefix(count).enumerated() { start[index] = CChar(bitPattern: byte) }
    start[count] = 0
    return bytes.count + 1
  }
}

/// Writes a value into a C program's memory; returns false if the value or the memory is nil.
func write<Value: BitwiseCopyable>(
  _ value: Value?,
  to place: UnsafeMutablePointer<Value>?
) -> Bool {
  guard let value, let place else { return false }
  place.pointee = value
  return true
}

/// Writes the four components of a colour.
func write(_ color: Color?, to place: UnsafeMutablePointer<Double>?) -> Bool {
  guard let color, let place else { return false }
  place[0] = color.red
  place[1] = color.green
  place[2] = color.blue
  place[3] = color.alpha
  return true
}

/// A struct in a C program; its first member is its size, which depends on the version of
/// `nightkit.h`.
protocol SizedStruct {
  /// The size of the struct's first version.
  static var firstSize: Int { get }
  var size: Int { get set }
}

/// The size, in bytes, that no struct will exceed in any version of `nightkit.h`.
private let mostSize = 4_096

/// The size that a C program has stored in its struct; nil if no version of the struct has this
/// size, or if `place` is NULL.
func size<Struct: SizedStruct>(of place: UnsafeMutablePointer<Struct>?) -> Int? {
  guard let place else { return nil }
  let size = UnsafeRawPointer(place).load(as: Int.self)
  return Struct.firstSize...mostSize ~= size ? size : nil
}

/// Fills in a C program's struct, but only up to the size that is stored in the struct.
func fill<Struct: SizedStruct>(
  _ place: UnsafeMutablePointer<Struct>?,
  with filled: Struct
) -> Bool {
  guard let place, let size = size(of: place) else { return false }
  var filled = filled
  filled.size = size
  let known = min(size, MemoryLayout<Struct>.size)
  let room = UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(place), count: size)
  withUnsafeBytes(of: filled) { room.copyBytes(from: $0.prefix(known)) }
  // Set the members that exist only in a newer version of `nightkit.h` to zero.
  UnsafeMutableRawBufferPointer(rebasing: room[known...]).initializeMemory(
    as: UInt8.self,
    repeating: 0
  )
  return true
}

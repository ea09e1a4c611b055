import CNightKit
import Glibc
import NightBus
import NightKit

/// The object behind a C program's handle.
final class Handle {
  let reader: NightReader
  /// The process that opened the handle.
  ///
  /// A forked child has a copy of the memory, but does not have the library's thread.
  private let process = getpid()

  init(application: String?) throws(BusError) {
    reader = try NightReader(application: application)
  }

  var isOfThisProcess: Bool { process == getpid() }

  /// The handle that a C program passed; nil for NULL.
  static func at(_ pointer: OpaquePointer?) -> Handle? {
    pointer.map { Unmanaged<Handle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }
}

extension OpaquePointer? {
  /// The handle's appearance, or the standard appearance for NULL.
  var appearance: Appearance { Handle.at(self)?.reader.appearance ?? .light }
}

/// A string that a C program passed; nil for NULL or invalid UTF-8.
func text(_ bytes: UnsafePointer<CChar>?) -> String? {
  bytes.flatMap { String(validatingCString: $0) }
}

/// Writes a string and a zero byte into a C program's memory, cut to its size.
///
/// Returns the whole string's length in bytes.
func write(_ text: String, to start: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
  var text = text
  return text.withUTF8 { bytes in
    guard let start, size > 0 else { return bytes.count }
    var count = min(bytes.count, size - 1)
    // Cut between two characters, not within one.
    while count < bytes.count, count > 0, bytes[count] & 0xc0 == 0x80 { count -= 1 }
    for (index, byte) in bytes.prefix(count).enumerated() { start[index] = CChar(bitPattern: byte) }
    start[count] = 0
    return bytes.count
  }
}

// MARK: - Conversions between NightKit's types and C's

extension Style {
  var inC: nightkit_style { self == .light ? NIGHTKIT_LIGHT : NIGHTKIT_DARK }

  init?(_ style: nightkit_style) {
    switch style {
    case NIGHTKIT_LIGHT: self = .light
    case NIGHTKIT_DARK: self = .dark
    default: return nil
    }
  }
}

extension Source {
  var inC: nightkit_source {
    switch self {
    case .daemon: NIGHTKIT_DAEMON
    case .portal: NIGHTKIT_PORTAL
    case .nobody, .preview: NIGHTKIT_NOBODY
    }
  }
}

extension NightError {
  var inC: nightkit_outcome {
    switch self {
    case .noBus: NIGHTKIT_NO_BUS
    case .noDaemon: NIGHTKIT_NO_DAEMON
    case .noAnswer, .cancelled: NIGHTKIT_NO_ANSWER
    case .notDurable: NIGHTKIT_NOT_DURABLE
    case .refused: NIGHTKIT_REFUSED
    }
  }
}

extension nightkit_appearance {
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

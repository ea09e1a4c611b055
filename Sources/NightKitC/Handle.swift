import Glibc
import NightKit

/// What a C program holds.
final class Handle {
  let reader: NightReader
  /// The thread and the descriptor are the opening process's; a child that was forked has only a copy
  /// of the memory.
  private let process = getpid()

  init(application: String?) throws(NightReader.Obstacle) {
    reader = try NightReader(application: application)
  }

  var isOfThisProcess: Bool { process == getpid() }

  /// The handle that a C program passed, if it passed one.
  static func at(_ pointer: OpaquePointer?) -> Handle? {
    pointer.map { Unmanaged<Handle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }
}

extension OpaquePointer? {
  /// What is painted by; where there is no handle, the standard appearance.
  var appearance: Appearance { Handle.at(self)?.reader.appearance ?? .light }
}

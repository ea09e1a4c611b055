import Synchronization

/// A bus that has greeted us, on its way from the thread that opened it to the one that will use it.
///
/// Neither uses it while the other may; where nobody takes it, it is closed.
final class OpenedBus: Sendable {
  let address: String
  let uniqueName: BusName
  /// As a number, since a pointer is for one thread.
  private let bits: Mutex<UInt?>

  private init(_ pointer: OpaquePointer, _ address: String, _ uniqueName: BusName) {
    self.address = address
    self.uniqueName = uniqueName
    bits = Mutex(UInt(bitPattern: pointer))
  }

  deinit { take().map(Connection.release) }

  func take() -> OpaquePointer? {
    bits.withLock { bits in
      defer { bits = nil }
      return bits
    }.flatMap { OpaquePointer(bitPattern: $0) }
  }

  static func open(_ address: String, milliseconds: Int) -> Result<OpenedBus, BusError> {
    Result { () throws(BusError) in
      let pointer = try Connection.open(address, .plain)
      do throws(BusError) {
        let name = try Connection.greet(pointer, milliseconds: milliseconds)
        return OpenedBus(pointer, address, name)
      } catch {
        Connection.release(pointer)
        throw Connection.unreachable(address, error)
      }
    }
  }
}

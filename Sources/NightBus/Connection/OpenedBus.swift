import Synchronization

/// A connection that the bus has greeted, on its way from the thread that opened it to the loop's thread.
///
/// Only one thread uses the pointer at a time. If nothing takes the pointer, it is closed.
final class OpenedBus: Sendable {
  let address: String
  let uniqueName: BusName
  private let pointer: Mutex<OpaquePointer?>

  private init(_ pointer: sending OpaquePointer, _ address: String, _ uniqueName: BusName) {
    self.address = address
    self.uniqueName = uniqueName
    self.pointer = Mutex(pointer)
  }

  deinit {
    if let pointer = take() { Connection.release(pointer) }
  }

  func take() -> sending OpaquePointer? {
    pointer.withLock { pointer in
      let taken = pointer
      pointer = nil
      return taken
    }
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

extension Connection {
  /// Connects without a wait of the loop, and hands over on it what came of that.
  ///
  /// A thread of its own does it, since libdbus waits in connect(2): for a bus whose queue is full
  /// without end, and nothing is handed over then. For the greeting it waits so long at most. What
  /// is handed over is attached to the loop; throws where no thread can be had.
  package static func open(
    address: String,
    on loop: Loop,
    milliseconds: Int,
    then deliver: @escaping (Result<Connection, BusError>) -> Void
  ) throws(BusError) {
    try loop.offloadAlone {
      OpenedBus.open(address, milliseconds: milliseconds)
    } then: { [weak loop] opened in
      guard let loop else { return }
      deliver(
        Result { () throws(BusError) in
          let connection = try Connection(try opened.get())
          try connection.attach(to: loop)
          return connection
        }
      )
    }
  }

  private convenience init(_ opened: OpenedBus) throws(BusError) {
    guard let pointer = opened.take() else { throw .disconnected }
    try self.init(pointer, opened.address) { opened.uniqueName }
  }
}

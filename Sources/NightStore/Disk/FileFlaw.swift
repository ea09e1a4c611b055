/// Why a hand-written file cannot serve.
package enum LayerFlaw: Error, Equatable, Sendable {
  case folder
  /// A fifo, a device, a socket.
  case notAFile
  case linkLoop
  case linkToNothing
  case tooLarge(limit: Int)
  case writableByAll
  case notOwn
  case unreadable(Disk.Refusal)
}

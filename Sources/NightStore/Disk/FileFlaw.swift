/// Why a file of someone else's cannot serve.
package enum FileFlaw: Error, Equatable, Sendable {
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

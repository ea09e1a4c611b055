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

extension FileFlaw {
  /// What stands after the file's name in a sentence; `words` says what the kernel's number means.
  package func half(_ words: (Int32) -> String) -> String {
    switch self {
    case .folder: "is a folder"
    case .notAFile: "is not a regular file"
    case .linkLoop: "is a link that leads back to itself"
    case .linkToNothing: "is a link to a file that is not there"
    case .tooLarge(let limit): "is larger than \(limit >> 20) MiB"
    case .writableByAll: "may be written by everyone"
    case .notOwn: "belongs to another user"
    case .unreadable(let refusal): "cannot be read: \(words(refusal.code))"
    }
  }
}

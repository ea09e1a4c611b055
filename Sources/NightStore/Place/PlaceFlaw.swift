import NightCore
package import NightValues

/// Why the file of the last place cannot serve.
package enum PlaceFlaw: Equatable, Sendable {
  case notAFile
  case notOwn
  case tooLarge(limit: Int)
  case unreadable(Disk.Refusal)
  case unread(Flaw)
}

extension PlaceFlaw {
  init(_ flaw: KeptFile.Flaw) {
    switch flaw {
    case .notAFile: self = .notAFile
    case .notOwn: self = .notOwn
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    case .unreadable(let refusal): self = .unreadable(refusal)
    }
  }
}

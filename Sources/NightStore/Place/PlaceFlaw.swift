package import NightCore

/// Why the file of the last place cannot serve.
package enum PlaceFlaw: Equatable, Sendable {
  case notAFile
  case notOwn
  case tooLarge(limit: Int)
  case unreadable(Disk.Refusal)
  case unread(PlaceFile.Flaw)
}

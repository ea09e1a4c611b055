/// What a file held that somebody else writes.
package struct FileReading: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case missing
    case bytes([UInt8])
    case flawed(FileFlaw)
  }

  package let content: Content
  /// Whether somebody wrote meanwhile, so that this may be half of it.
  package let isChanging: Bool

  package init(_ content: Content, isChanging: Bool = false) {
    self.content = content
    self.isChanging = isChanging
  }

  /// Whether this may be a moment in the middle of a change.
  package var isHalf: Bool {
    if isChanging { return true }
    return switch content {
    // A file that cannot be read for want of something else may be a moment later.
    case .missing, .bytes([]), .flawed(.unreadable): true
    case .bytes, .flawed: false
    }
  }
}

/// How much contrast is wanted.
package enum ContrastWish: String, CaseIterable, Sendable {
  case high
  case normal
  case system
}

/// How much movement is wanted.
package enum MotionWish: String, CaseIterable, Sendable {
  case reduced
  case full
  case system
}

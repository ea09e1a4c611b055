/// The moment at which the power is cut.
enum CutMoment: String, CaseIterable, Sendable {
  /// The power is cut while several clients write.
  case amongSets
  /// The power is cut right after the reply to the first Set call in a fresh home.
  case afterFirstSet
  /// Like `afterFirstSet`, but another program has just made the folders.
  case afterFirstSetInMadeFolders
  /// The power is cut right after a Set call that moved a file aside; the file had become unusable
  /// while the daemon ran.
  case afterFlawedFile
}

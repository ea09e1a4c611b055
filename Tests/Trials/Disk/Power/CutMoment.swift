/// The moment at which the power is cut.
enum CutMoment: String, CaseIterable, Sendable {
  /// The power is cut while clients write.
  case amongSets
  /// The power is cut right after the first reply in a fresh home.
  case afterFirstSet
  /// Like `afterFirstSet`, but another program has just made the folders.
  case afterFirstSetInMadeFolders
  /// The power is cut right after a set that moved aside a file that had broken while the daemon
  /// ran.
  case afterFlawedFile
}

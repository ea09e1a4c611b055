/// The moment at which the power is cut.
enum CutMoment: String, CaseIterable, Sendable {
  /// While clients write.
  case amongSets
  /// Right after the first reply in a fresh home.
  case afterFirstSet
  /// As `afterFirstSet`, in folders that another program made a moment before.
  case afterFirstSetInMadeFolders
  /// Right after a set that moved aside a file that broke while the daemon ran.
  case afterFlawedFile
}

/// The ready reactions for editors.
extension ReadyReactions {
  static let editors: [ReadyReaction] = [neovim, vim, emacs, helix, kate, code, codium]
}

/// All ready reactions, in the order in which people see them.
package enum ReadyReactions {
  package static var all: [ReadyReaction] {
    terminals + multiplexers + editors + commandLine + bars + launchers + notifications
      + compositors + wallpaper
  }

  /// Finds a reaction by its name, or by the name of its program, such as `nvim`.
  package static func reaction(_ name: String) -> ReadyReaction? {
    all.first { $0.name == name } ?? all.first { $0.programs.contains(name) }
  }
}

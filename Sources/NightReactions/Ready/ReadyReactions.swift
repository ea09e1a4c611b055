/// All ready reactions, in the order in which people see them.
package enum ReadyReactions {
  package static var all: [ReadyReaction] {
    terminals + multiplexers + editors + commandLine + bars + launchers + notifications
      + compositors + wallpaper
  }

  package static func reaction(_ name: String) -> ReadyReaction? { all.first { $0.name == name } }
}

/// What was seen of nightd itself.
package struct DaemonFacts: Equatable, Sendable {
  /// Who has the name on the bus.
  package var owner: SeenProcess?
  /// The program of that process, links followed; nil if it cannot be seen.
  package var ownerProgram: String?
  /// The unit of the user's that the process belongs to.
  package var ownerUnit: String?
  /// Of `Variables.names`, those that it runs with or would be started with.
  package var environment: [String: String]?
  /// Its version.
  package var version: Answer<String> = .none
  /// What it answers, or would, to who asks for the colour scheme: 0, 1 or 2.
  package var scheme: UInt32?
  /// Whether the same process has the name of the portal's backend.
  package var hasBackendName = false
  /// The names that the bus starts a program for.
  package var activatable: [String] = []
  package var serviceFiles: [ServiceFile] = []
  /// Nil where there is no manager of the user's.
  package var unit: SeenUnit?
  /// Where its program is.
  package var program: String?
  /// Where that is once links are followed.
  package var realProgram: String?
  /// Whether the preferences have nightd write GNOME's settings; nil if they are not known.
  package var isMirroring: Bool?
  /// Whether its environment keeps GNOME's settings in its own memory, where nobody reads them.
  package var hasOnlyMemory = false
  /// What the mirror found missing, where that is why it wrote nothing.
  package var mirrorLacks: MirrorFailure?
  /// Whether the bus has, or starts, the program that keeps GNOME's settings.
  package var hasDconf = true
  /// Whether the desktop decides, so that what it says is left as it is.
  package var isFollowing = false
  /// How it stands with GeoClue where there is no place for the sun; nil where none is wanted.
  package var lackingPlace: LackingPlace?
  /// How much of what people wrote by hand does not count.
  package var mistakes = 0
  package var desktop: DesktopView?
  package var reactions: [FailedReaction] = []
  package var unusable: [UnusablePath] = []

  package init() {}
}

/// A place that the schedule needs and nobody tells.
package struct LackingPlace: Equatable, Sendable {
  /// How the question stands with GeoClue, in a word of the contract; empty where that is not known.
  package let geoClue: String
  /// Whether the machine's bus has GeoClue, or starts it.
  package let hasGeoClue: Bool

  package init(geoClue: String, hasGeoClue: Bool) {
    self.geoClue = geoClue
    self.hasGeoClue = hasGeoClue
  }

  /// Asked again it would say what it said.
  package var isToBeAsked: Bool { hasGeoClue && ["", "off"].contains(geoClue) }
}

/// Something that nightd had done by a program beside it, in vain.
package struct FailedReaction: Equatable, Sendable {
  package let name: String
  /// How it ended.
  package let words: String
  package let output: String

  /// Whether it wrote GNOME's settings, and found that they had not kept it.
  var isUndone: Bool { name == MirrorFailure.reaction && MirrorFailure.isUnchanged(output) }

  /// The key of GNOME's settings that it could not write as an administrator locked it.
  package var lockedKey: String? {
    name == MirrorFailure.reaction ? MirrorFailure.lockedKey(in: output) : nil
  }

  package init(name: String, words: String, output: String) {
    self.name = name
    self.words = words
    self.output = output
  }
}

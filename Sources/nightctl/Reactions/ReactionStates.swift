import NightClient
import NightReactions
import NightValues

/// Whether the reactions that are on have an effect.
extension Nightctl {
  /// Prints what makes a reaction useless, and fails if there is such a reaction.
  func checkEffects(
    _ reactions: [ReadyReaction],
    _ editor: ReactionEditor
  ) throws(Failure) {
    var names: [String] = []
    for reaction in reactions {
      let effect = editor.effect(of: reaction)
      guard let sentence = Messages.noEffect(effect, reaction.name) else { continue }
      names.append(reaction.name)
      // The editor has printed this one.
      if case .refused = effect { continue }
      try output.sentences([sentence])
    }
    guard names.isEmpty else { throw .system(Messages.haveNoEffect(names)) }
  }

  /// Why reactions that are on have no effect, by name.
  func noEffects(
    _ client: Client,
    _ on: [String],
    _ finder: ProgramFinder
  ) throws(Failure) -> [String: String] {
    let reactions = ReadyReactions.all.filter { on.contains($0.name) && $0.isInstalled(finder) }
    guard !reactions.isEmpty else { return [:] }
    let editor = try ReactionEditor(try reactionContext(client), output, isDryRun: true)
    return reactions.reduce(into: [:]) {
      $0[$1.name] = Messages.noEffect(editor.effect(of: $1), $1.name)
    }
  }

  /// The names and sentences of reactions that are on without effect, for the doctor.
  func reactionProblems() -> [(name: String, sentence: String)] {
    guard let client = try? client(), let on = try? reactionsOn(client),
      let problems = try? noEffects(client, on, ProgramFinder(environment: environment))
    else { return [] }
    return on.compactMap { name in problems[name].map { (name, $0) } }
  }
}

/// A ready reaction, and whether it is in use here.
struct ReactionState {
  let reaction: ReadyReaction
  let isOn: Bool
  let isInstalled: Bool
  /// Why the reaction, which is on, has no effect; nil if it has.
  let problem: String?

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(reaction.name)),
      .init(name: "group", value: .string(reaction.group.rawValue)),
      .init(name: "on", value: .bool(isOn)),
      .init(name: "installed", value: .bool(isInstalled)),
    ]
    if isOn {
      members.append(.init(name: "effective", value: .bool(isInstalled && problem == nil)))
      if let problem { members.append(.init(name: "reason", value: .string(problem))) }
    }
    if case .tried(let version) = reaction.trial {
      members.append(.init(name: "tried", value: .string(version)))
    }
    if !reaction.note.isEmpty { members.append(.init(name: "note", value: .string(reaction.note))) }
    return .object(members)
  }
}

extension ReadyReaction {
  func isInstalled(_ finder: ProgramFinder) -> Bool {
    programs.contains { finder.path(of: $0) != nil }
  }
}

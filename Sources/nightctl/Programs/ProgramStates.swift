import NightClient
import NightPrograms
import NightValues

/// Whether the programs that are on have an effect.
extension Nightctl {
  /// Prints why programs have no effect, and fails if there is such a program.
  func checkEffects(
    _ programs: [WantedProgram],
    _ editor: ProgramEditor
  ) throws(Failure) {
    var names: [String] = []
    for program in programs {
      let effect = editor.effect(of: program)
      guard let sentence = Messages.noEffect(effect, program.name) else { continue }
      names.append(program.name)
      // The editor has printed this one.
      if case .refused = effect { continue }
      try output.sentences([sentence])
    }
    guard names.isEmpty else { throw .system(Messages.haveNoEffect(names)) }
  }

  /// Why programs that are on have no effect, by name.
  func noEffects(
    _ client: Client,
    _ on: [String],
    _ finder: ProgramFinder
  ) throws(Failure) -> [String: String] {
    guard !on.isEmpty else { return [:] }
    let context = try programContext(client)
    let editor = try ProgramEditor(context, output, isDryRun: true)
    let (programs, problems) = wantedPrograms(on, context)
    var sentences = problems.reduce(into: [:]) { $0[$1.name] = $1.sentence }
    for program in programs where program.program.isInstalled(finder) {
      sentences[program.name] = Messages.noEffect(editor.effect(of: program), program.name)
    }
    return sentences
  }

  /// The names and sentences of programs that are on without effect, for the doctor.
  func programProblems() -> [(name: String, sentence: String)] {
    guard let client = try? client(), let on = try? enabledPrograms(client),
      let problems = try? noEffects(client, on, ProgramFinder(environment: environment))
    else { return [] }
    return on.compactMap { name in problems[name].map { (name, $0) } }
  }
}

/// A program, and whether it follows here.
struct ProgramState {
  let program: Program
  let isOn: Bool
  let isInstalled: Bool
  /// Whether the description is the user's own.
  let isOwn: Bool
  /// Why the program, which is on, has no effect; nil if it has.
  let problem: String?

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(program.name)),
      .init(name: "group", value: .string(program.group.rawValue)),
      .init(name: "on", value: .bool(isOn)),
      .init(name: "installed", value: .bool(isInstalled)),
    ]
    if isOn {
      members.append(.init(name: "effective", value: .bool(isInstalled && problem == nil)))
      if let problem { members.append(.init(name: "reason", value: .string(problem))) }
    }
    if let version = program.tried {
      members.append(.init(name: "tried", value: .string(version)))
    }
    if !program.note.isEmpty { members.append(.init(name: "note", value: .string(program.note))) }
    return .object(members)
  }
}

extension Program {
  func isInstalled(_ finder: ProgramFinder) -> Bool {
    programs.contains { finder.path(of: $0) != nil }
  }
}

import NightCore
import NightPrograms

/// Finds the programs whose names were given to a command, and the files and settings that these
/// programs should have.
extension ProgramCommand {
  /// The programs whose names are in the arguments; if a name is that of a template tool, such as
  /// matugen, also the mistakes in that tool's templates.
  func namedPrograms(_ invocation: Invocation) throws(Failure) -> ([Program], [Failure]) {
    guard !invocation.operands.isEmpty else { return ([], []) }
    let catalog = ProgramCatalog(environment: environment)
    var programs: [Program] = []
    var failures: [Failure] = []
    for operand in invocation.operands {
      let names = catalog.names(for: operand)
      // A template may be named beside its tool, as in the command that `undo` prints.
      for name in names where !programs.contains(where: { $0.name == name }) {
        do throws(Failure) {
          programs.append(try namedProgram(name, invocation, catalog))
        } catch {
          guard names.count > 1 else { throw error }
          failures.append(error)
        }
      }
    }
    return (programs, failures)
  }

  /// The installed programs, except programs that need only `sh`, and except the templates of tools
  /// such as matugen.
  ///
  /// Programs that need only `sh` would seem to be installed on every machine. The templates of
  /// such tools could give a program its colours a second time.
  func installedPrograms(_ context: ProgramContext) throws(Failure) -> [Program] {
    let all = ProgramCatalog(environment: environment).all()
    for problem in all.problems { output.complain("nightctl: " + problem.sentence) }
    let programs = all.programs.filter {
      $0.isHere(context) && $0.programs != ["sh"] && $0.group != .templates
    }
    guard !programs.isEmpty else { throw .system(DescriptionMessages.noProgramIsHere) }
    return programs
  }

  func namedProgram(
    _ name: String,
    _ invocation: Invocation,
    _ known: ProgramCatalog? = nil
  ) throws(Failure) -> Program {
    let catalog = known ?? ProgramCatalog(environment: environment)
    let found: Program?
    do throws(ProgramCatalog.Problem) { found = try catalog.program(name) } catch {
      throw .system(error.sentence)
    }
    if let found { return found }
    guard catalog.shippedFolder != nil else { throw .system(DescriptionMessages.noDescriptions) }
    throw invocation.usage(catalog.unknown(name))
  }

  /// The files and settings that a program should have; throws if one of the program's templates
  /// uses an unknown name.
  func wanted(
    _ program: Program,
    _ context: ProgramContext,
    ifNeeded: Bool = false
  ) throws(Failure) -> WantedProgram {
    do throws(Flaw) { return try program.wanted(context, ifNeeded: ifNeeded) } catch {
      let own = context.own("")
      if own.utf8.contains(where: { $0 < 0x20 }) {
        throw .system(DescriptionMessages.unnameableFolder(own))
      }
      throw .system(DescriptionMessages.brokenProgram(program, error))
    }
  }

  /// The programs with these names, and the reasons why some of them cannot be read.
  func programs(
    _ names: [String],
    _ catalog: ProgramCatalog
  ) -> ([Program], [ProgramCatalog.Problem]) {
    var programs: [Program] = []
    var problems: [ProgramCatalog.Problem] = []
    for name in names {
      guard let entry = catalog.entries.first(where: { $0.name == name }) else {
        let sentence = DescriptionMessages.noDescription(name)
        problems.append(
          catalog.problem(hiding: name) ?? .init(name: name, sentence: sentence, isGone: true)
        )
        continue
      }
      do throws(ProgramCatalog.Problem) {
        if let program = try catalog.read(entry) { programs.append(program) }
      } catch { problems.append(error) }
    }
    return (programs, problems)
  }

  /// Returns the names of those programs in `names` that follow the style by themselves.
  func followingNames(_ names: [String]) throws(Failure) -> [String] {
    let catalog = ProgramCatalog(environment: environment)
    return names.filter { name in
      ((try? catalog.program(name)) ?? nil)?.followsItself == true
    }
  }
}

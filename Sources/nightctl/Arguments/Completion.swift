import NightClient
import NightCore
import NightPrograms
import NightStore

/// The command `complete`.
struct Completion: Command {
  let nightctl: Nightctl

  /// Prints the candidates for the last argument, one per line, for completion in shells.
  ///
  /// The candidate `:file` makes the shell complete names of files, and `:program` makes the shell
  /// complete names of programs. This method does not start the daemon.
  func complete(_ arguments: [String]) throws(Failure) {
    let begun = arguments.last ?? ""
    let found = candidates(Array(arguments.dropLast()), begun)
    try output.text(
      found.filter { $0.hasPrefix(begun) || $0.hasPrefix(":") }.map { $0 + "\n" }.joined()
    )
  }

  private func candidates(_ arguments: [String], _ begun: String) -> [String] {
    guard let first = arguments.first else {
      return CommandTable.words.map(\.word) + ["help", "--help", "--version"]
    }
    guard first != "help" else { return candidates(Array(arguments.dropFirst()), begun) }
    let below = CommandTable.within(first).map { $0.words[1] }
    if arguments.count == 1, !below.isEmpty {
      let plain = CommandTable.command(named: first)
      return below + (plain?.options.filter { $0 != .help } ?? [.help]).map(\.name)
    }
    guard let (command, rest) = try? CommandTable.command(arguments) else { return [] }
    return candidates(command, rest, begun)
  }

  private func candidates(
    _ command: CommandEntry,
    _ arguments: [String],
    _ begun: String
  ) -> [String] {
    var operands: [String] = []
    var given: [Option] = []
    var application = ""
    var isOptionsEnd = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let (name, attached) = Invocation.parts(argument)
      guard argument != "--" || isOptionsEnd else {
        isOptionsEnd = true
        continue
      }
      guard !isOptionsEnd, Invocation.isOption(argument), let option = command.option(named: name)
      else {
        operands.append(argument)
        continue
      }
      given.append(option)
      guard option.value != nil else { continue }
      guard let value = attached ?? rest.popFirst() else { return values(of: option) }
      if option == .application { application = value }
    }
    if begun.hasPrefix("-"), !isOptionsEnd {
      let (name, attached) = Invocation.parts(begun)
      if attached != nil, let option = command.option(named: name), option.value != nil {
        // Leave out `:file`, because the shell would look for files whose names begin with
        // `--NAME=`.
        return values(of: option).filter { $0 != ":file" }.map { name + "=" + $0 }
      }
      let groups = given.compactMap(\.group)
      return command.options.filter {
        !given.contains($0) && !($0.group.map(groups.contains) ?? false)
      }.map(\.name)
    }
    let form = command.form { given.contains($0) }
    guard let operand = form.operands.dropFirst(operands.count).first ?? form.operands.last,
      operand.isListed,
      operands.count < form.operands.count || [.any, .some].contains(operand.count)
    else { return [] }
    if case .value = operand.kind {
      return operands.count == 1 ? values(of: operands[0], application) : []
    }
    let isSeveral = [.any, .some].contains(operand.count)
    let found = candidates(operand, of: application).filter { !isSeveral || !operands.contains($0) }
    guard command.name == "prefs write" else { return found }
    return found.filter { name in
      let key = try? PreferenceKey(name, of: application)
      return key.flatMap(PreferenceTable.entry)?.writer != .call
    }
  }

  /// The values that a preference accepts; empty if the values cannot be listed.
  private func values(of name: String, _ application: String) -> [String] {
    let key = try? PreferenceKey(name, of: application)
    return switch key.flatMap(PreferenceTable.entry)?.type {
    case .words(let keywords): keywords
    case .accent: AccentPreference.words
    case .theme: ThemeFolders.names(environment)
    case .bool: ["true", "false"]
    default: []
    }
  }

  private func candidates(_ operand: Operand, of application: String) -> [String] {
    switch operand.kind {
    case .keywords(let keywords):
      return keywords + (operand.orTheme ? ThemeFolders.names(environment) : [])
    case .file: return [":file"]
    case .program: return [":program"]
    case .place: return PlaceMessages.placeKeywords
    case .accent: return AccentPreference.words
    case .programName: return ProgramCatalog(environment: environment).entries.map(\.name)
    case .hook: return HookFinder(environment: environment).hooks().map(\.file.name)
    case .theme: return ThemeFolders.names(environment)
    case .themeFile(let isOwn): return themesInFiles(own: isOwn)
    case .themeOrFile: return ThemeFolders.names(environment) + [":file"]
    case .value: return []
    case .application: return applications()
    case .key:
      let known = PreferenceTable.keys(of: application).map(\.name)
      guard !application.isEmpty else { return known }
      let own = try? ask { (client) throws(ClientError) in
        try client.readAll(of: application, .forbidden).value
      }
      return known + (own ?? []).map(\.name).filter { !known.contains($0) }
    }
  }

  private func values(of option: Option) -> [String] {
    switch option {
    case .application: applications()
    case .lightTheme, .lightHighTheme: themeNames(of: .light)
    case .darkTheme, .darkHighTheme: themeNames(of: .dark)
    case .lineFormat: BarFormat.allCases.map(\.rawValue)
    case .format: PreferenceFormat.allCases.map(\.rawValue)
    case .importFormat: ThemeFormat.read.map(\.rawValue)
    case .exportFormat: ThemeFormat.written.map(\.rawValue)
    case .importStyle: Style.allCases.map(\.rawValue)
    case .zone: KnownZones(environment).names
    case .svg: [":file"]
    case .until: ["next", "sunset", "sunrise", "tomorrow"]
    case .weekdays: ["mon-fri", "sat,sun"]
    default: []
    }
  }

  /// The themes that can be used for a style.
  private func themeNames(of style: Style) -> [String] {
    guard let folders = try? ThemeFolders(environment) else {
      return BuiltInThemes.names.filter { name in
        ThemeLine(name, find: BuiltInThemes.text).members.first?.file.style == style
      }
    }
    return folders.summaries().filter { $0.style == style && $0.flaw == nil }.map(\.name)
  }

  private func themesInFiles(own isOwn: Bool) -> [String] {
    let found = (try? ThemeFolders(environment))?.list() ?? []
    return found.filter { isOwn ? $0.origin == .user : $0.origin != .builtIn }.map(\.name)
  }

  private func applications() -> [String] {
    let found = try? ask { (client) throws(ClientError) in try client.applications(.forbidden) }
    return found?.map(\.application) ?? []
  }
}

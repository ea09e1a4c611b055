import Glibc
import NightBus
import NightCore
import NightPrograms
import NightStore

/// Finds the hooks in all folders, and examines each file to find out whether nightd runs it.
struct HookFinder {
  /// The maximum number of entries that are read from one folder.
  private static let mostFiles = 20_000

  /// A hook, its header and its state.
  struct Hook {
    let file: HookFile
    var header = HookHeader()
    var state = State.ready
  }

  enum State: Equatable {
    case ready
    /// An empty file switches off hooks of the same name in later folders.
    case empty
    /// The file is not executable; darkman's folders may contain such files, because darkman
    /// ignores them.
    case notExecutable
    /// nightd refuses to run the file; the string is the reason.
    case refused(String)
  }

  let folders: HookFolders
  private let trust = FileTrust()
  private let programs: ProgramFinder

  init(environment: (String) -> String?) {
    folders = HookFolders(BaseFolders(environment: environment))
    programs = ProgramFinder(environment: environment)
  }

  /// All hooks in the order in which they run, including files that nightd does not run.
  ///
  /// Files whose names are not valid UTF-8 come last, with their names escaped.
  func hooks() -> [Hook] {
    folders.all.flatMap(files).ordered.map(hook) + folders.all.flatMap(filesWithoutTextNames)
  }

  /// The files in a folder, except files that are never hooks.
  private func files(_ folder: HookFolders.Folder) -> [HookFile] {
    let names = (try? Disk.system.list(folder.path, Self.mostFiles)) ?? []
    return names.filter { HookFile.ignored($0) == nil }.map {
      HookFile(name: $0, folder: folder.path, kind: folder.kind)
    }
  }

  private func filesWithoutTextNames(_ folder: HookFolders.Folder) -> [Hook] {
    let names = (try? Disk.namesThatAreNoText(in: folder.path, most: Self.mostFiles)) ?? []
    return names.filter { HookFile.ignored($0) == nil }.map { name in
      var hook = Hook(file: HookFile(name: name, folder: folder.path, kind: folder.kind))
      hook.state = .refused("its name is not valid UTF-8; rename it")
      return hook
    }
  }

  private func hook(_ file: HookFile) -> Hook {
    var hook = Hook(file: file)
    var facts = stat()
    guard stat(file.path, &facts) == 0 else {
      hook.state = .refused("it cannot be read: \(SystemError.message(errno))")
      return hook
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      hook.state = .refused(Messages.noRegularFile)
      return hook
    }
    if facts.st_size == 0 {
      hook.state = .empty
    } else if access(file.path, X_OK) != 0 {
      hook.state = .notExecutable
    } else if let why = trust.refusal(file.path) {
      hook.state = .refused(why)
    } else {
      read(&hook)
    }
    return hook
  }

  /// Reads the hook's header and interpreter.
  private func read(_ hook: inout Hook) {
    let disk = Disk.system
    // An executable file need not be readable. An unreadable hook has no header.
    guard let file = try? disk.openThroughLinks(hook.file.path) else { return }
    defer { disk.close(file) }
    let beginning = (try? disk.read(file, HookHeader.bytes - 1)) ?? []
    if beginning.starts(with: [0x7F] + "ELF".utf8) { return }
    do throws(Flaw) { hook.header = try HookHeader(beginning) } catch {
      hook.state = .refused(error.message)
      return
    }
    guard beginning.starts(with: "#!".utf8) else {
      hook.state = .refused(HookMessages.hookHasNoInterpreter)
      return
    }
    let line = beginning.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    let arguments = words.map { String(decoding: $0, as: UTF8.self) }
    if let why = interpreterProblem(arguments) {
      hook.state = .refused(why)
    } else if line.last == 0x0D {
      hook.state = .refused(HookMessages.interpreterHasReturn)
    }
  }

  /// Why the file's interpreter cannot run the file; nil if it can.
  ///
  /// `arguments` are the words after `#!`.
  private func interpreterProblem(_ arguments: [String]) -> String? {
    guard let interpreter = arguments.first else { return HookMessages.interpreterUnnamed }
    guard access(interpreter, F_OK) == 0 else {
      return HookMessages.interpreterMissing(interpreter)
    }
    guard access(interpreter, X_OK) == 0 else {
      return HookMessages.interpreterNotExecutable(interpreter)
    }
    guard interpreter.fileName == "env" else { return nil }
    // Check the program that `env` looks up in PATH; an option `-S` before the program is skipped.
    let rest = arguments.dropFirst(arguments.dropFirst().first == "-S" ? 2 : 1)
    guard let program = rest.first, !program.hasPrefix("-"), !program.contains("="),
      !program.contains("/"), programs.path(of: program) == nil
    else { return nil }
    return HookMessages.interpreterNotInPath(program)
  }
}

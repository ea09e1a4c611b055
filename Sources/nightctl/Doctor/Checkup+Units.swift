import Glibc
import NightBus
import NightCore
import NightStore

/// nightd's unit, as the user's manager has it.
extension Checkup {
  /// To be asked after the unit itself, whose facts these belong to.
  func askService(_ survey: Survey, _ escaped: String) {
    func ask(_ property: String, then take: @escaping (inout UnitFacts, BusValue) -> Void) {
      let path = "/org/freedesktop/systemd1/unit/" + escaped
      let interface = "org.freedesktop.systemd1.Service"
      survey.askProperty("org.freedesktop.systemd1", path, interface, property) { answer in
        guard var unit = self.facts.daemon.unit, let value = answer.value else { return }
        take(&unit, value)
        self.facts.daemon.unit = unit
      }
    }
    ask("ExecStart") { unit, value in
      guard case .array(_, let commands) = value, case .structure(let fields)? = commands.first,
        let program = fields.first?.asString
      else { return }
      unit.program = program
      unit.realProgram = Self.realPath(program)
      unit.isRunnable = Self.isRunnable(program)
    }
    ask("ReadWritePaths") { $0.writablePaths = $1.asStrings ?? [] }
    ask("MainPID") { $0.mainProcess = $1.asUInt32 ?? 0 }
    ask("NRestarts") { $0.restarts = $1.asUInt32 ?? 0 }
    ask("Result") { $0.result = $1.asString ?? "" }
  }

  func dropIn(_ path: String) -> DropIn? {
    guard !path.hasSuffix("/" + DropIn.ownName) else { return nil }
    let text = disk.text(path, limit: KeyFile.bytes) ?? ""
    return DropIn(
      path: path,
      isOwn: access(path.parentFolder, W_OK) == 0,
      setsProgram: text.split(separator: "\n").contains { $0.hasPrefix("ExecStart") }
    )
  }

  private static func isRunnable(_ path: String) -> Bool {
    let kind = (try? Disk.system.lookThroughLinks(path))?.kind
    return kind == .file && access(path, X_OK) == 0
  }

  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

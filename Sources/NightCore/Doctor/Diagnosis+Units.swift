/// nightd's unit, and who has nightd's name.
extension Diagnosis {
  private static let unitName = "nightd.service"

  var ofManager: [DoctorFinding] {
    guard let manager = session.silentManager else { return [] }
    let command =
      manager.isStopped
      ? manager.process.known.map { "kill -CONT \($0)" } : nil
    return [
      DoctorFinding(
        .managerSilent(manager),
        .command(command ?? "journalctl --user -n 20 --no-pager")
      )
    ]
  }

  /// A masked unit runs on until it ends.
  var ofMask: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isMasked else { return [] }
    return [
      DoctorFinding(.unitMasked(isRuntime: unit.isMaskedUntilLogin), Self.unmasking(unit, "nightd"))
    ]
  }

  static func unmasking(_ unit: SeenUnit, _ name: String) -> Remedy {
    let runtime = unit.isMaskedUntilLogin ? " --runtime" : ""
    // An administrator's mask is above the user's, and the user's manager does not watch it.
    let isGlobal = ["/etc/", "/run/systemd/"].contains(where: unit.file.hasPrefix)
    return .command(
      isGlobal
        ? "sudo systemctl --global unmask\(runtime) \(name) && systemctl --user daemon-reload"
        : "systemctl --user unmask\(runtime) \(name)"
    )
  }

  /// What keeps the unit from running, if nightd does not run.
  var ofUnit: DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, !unit.isMasked else { return nil }
    let isEnding = unit.state == "failed" || unit.isLooping || !unit.isValid
    let paths = unit.dropIns.map(\.path)
    if isEnding, unit.lacksSandbox {
      let remedy = aside(unit.dropIns) ?? .command("systemctl --user cat nightd")
      return DoctorFinding(.sandboxFailed(dropIns: paths), remedy)
    }
    if let program = unit.program, program.hasPrefix("/"), !unit.isRunnable {
      let remedy = aside(unit.dropIns.filter(\.setsProgram)) ?? install(to: program)
      return DoctorFinding(.unitBroken(.programMissing(program)), remedy)
    }
    guard isEnding else { return nil }
    if let remedy = aside(unit.dropIns) {
      return DoctorFinding(.unitBroken(.dropIns(paths)), remedy)
    }
    guard unit.isValid else {
      let status = "systemd-analyze --user verify \(ShellWord.of(unit.file))"
      return DoctorFinding(.unitBroken(.invalid), .command(status))
    }
    guard unit.isLooping else {
      return DoctorFinding(.unitFailed, .command("systemctl --user restart nightd"))
    }
    let journal = "journalctl --user -u nightd -n 20 --no-pager"
    return DoctorFinding(.unitBroken(.keepsEnding), .command(journal))
  }

  /// Moves files that change the unit aside, and starts it without them; nil if there are none.
  private func aside(_ dropIns: [DropIn]) -> Remedy? {
    guard !dropIns.isEmpty else { return nil }
    let moves = dropIns.map { file in
      let word = ShellWord.of(file.path)
      return "\(file.isOwn ? "" : "sudo ")mv -n \(word) \(ShellWord.of(file.path + ".aside"))"
    }
    let commands = moves + ["systemctl --user daemon-reload", "systemctl --user restart nightd"]
    return .command(commands.joined(separator: " && "))
  }

  /// Puts nightd where this program should be.
  private func install(to program: String) -> Remedy {
    let end = "/bin/nightd"
    guard program.hasSuffix(end) else { return .command("sudo make install") }
    let prefix = String(program.dropLast(end.count))
    let isOwn = portal.own.dataHome?.hasPrefix(prefix + "/") == true && !prefix.isEmpty
    let value = ShellWord.of(prefix.isEmpty ? "/" : prefix)
    return .command("\(isOwn ? "" : "sudo ")make install PREFIX=\(value)")
  }

  // MARK: - The name

  /// Another program, which does not answer as nightd does.
  func ofTaken(_ owner: SeenProcess) -> DoctorFinding? {
    guard daemon.version.value == nil, owner.known != nil, !owner.name.isEmpty,
      owner.name != "nightd"
    else { return nil }
    return DoctorFinding(.nameTaken(owner), ending(owner))
  }

  /// A nightd that its unit did not start, from another place than the unit's.
  func ofCopies(_ owner: SeenProcess) -> DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, !unit.isMasked, let program = daemon.ownerProgram,
      let units = unit.realProgram ?? unit.program, program != units,
      owner.known != unit.mainProcess
    else { return nil }
    let matter = DoctorMatter.twoCopies(running: program, unit: unit.program ?? units, owner)
    return DoctorFinding(matter, ending(owner))
  }

  /// The unit's nightd would be of the other version again after a restart.
  func ofInstalled(_ version: String) -> DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, let units = unit.realProgram ?? unit.program,
      let own = daemon.realProgram, own != units
    else { return nil }
    let matter = DoctorMatter.twoInstalled(own: own, unit: units, version: version)
    return DoctorFinding(matter, .command("systemctl --user cat nightd"))
  }

  /// What its manager started comes again unless the manager stops it.
  private func ending(_ owner: SeenProcess) -> Remedy {
    if let unit = daemon.ownerUnit, unit != Self.unitName {
      return .command("systemctl --user stop \(ShellWord.of(unit))")
    }
    guard let process = owner.known else {
      return .command("busctl --user status \(Contract.busName)")
    }
    return .command("\(daemon.version.isSilent ? "kill -9" : "kill") \(process)")
  }
}

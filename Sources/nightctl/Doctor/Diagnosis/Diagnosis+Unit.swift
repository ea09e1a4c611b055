import NightCore

/// Findings about the service manager, nightd's unit, and the owner of nightd's bus name.
extension Diagnosis {
  var managerFindings: [DoctorFinding] {
    guard let manager = session.manager.silent else { return [] }
    let going = manager.isStopped ? manager.process.known.map { "kill -CONT \($0)" } : nil
    return [
      DoctorFinding(
        .managerSilent,
        "your systemd\(process(manager.process)) "
          + (manager.isStopped ? "was stopped by a signal" : "does not answer"),
        means: "Nothing can start until systemd answers, and programs that call nightd wait."
          + (manager.isStopped
            ? ""
            : " The command shows its last messages. If it does not recover, log out and in again."),
        .command(going ?? "journalctl --user -n 20 --no-pager")
      )
    ]
  }

  /// Findings about a masked unit.
  ///
  /// A masked unit is reported even while nightd runs, because masking does not stop a running
  /// unit.
  var maskFindings: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isMasked else { return [] }
    return [
      DoctorFinding(
        .unitMasked,
        "nightd.service is masked" + (unit.isMaskedUntilLogin ? " until the next boot" : ""),
        means: "A masked unit cannot start, so programs that ask nightd get no answer.",
        unmasking(unit, "nightd")
      )
    ]
  }

  func unmasking(_ unit: UnitFacts, _ name: String) -> Remedy {
    let runtime = unit.isMaskedUntilLogin ? " --runtime" : ""
    // The user cannot remove a mask that the administrator set. After an administrator's mask is
    // removed, the user's systemd must reload, because it does not watch the mask's folder.
    let isGlobal = ["/etc/", "/run/systemd/"].contains(where: unit.file.hasPrefix)
    return .command(
      isGlobal
        ? "sudo systemctl --global unmask\(runtime) \(name) && systemctl --user daemon-reload"
        : "systemctl --user unmask\(runtime) \(name)"
    )
  }

  /// At most one finding, which explains why nightd's unit cannot run.
  var unitFindings: [DoctorFinding] {
    guard let unit = daemon.unit, unit.isKnown, !unit.isMasked else { return [] }
    let isEnding = unit.state == "failed" || unit.isLooping || !unit.isValid
    let failure = "Programs that call nightd wait, and then get an error."
    let paths = unit.dropIns.map(\.path)
    let changes =
      paths.count == 1
      ? "\(paths[0]) changes it" : "these files change it: \(paths.joined(separator: ", "))"
    if isEnding, unit.run.lacksSandbox {
      return [
        DoctorFinding(
          .unitFailed,
          "the sandbox of nightd.service cannot be set up, so nightd does not run"
            + (paths.isEmpty ? "" : "; \(changes)"),
          means: "Another start would fail in the same way"
            + (paths.isEmpty
              ? ": a line of the unit or of a drop-in asks for something that this machine lacks."
              : ". The command moves aside the files that change the unit."),
          aside(unit.dropIns) ?? .command("systemctl --user cat nightd")
        )
      ]
    }
    if let program = unit.program, program.hasPrefix("/"), !unit.isRunnable {
      return [
        DoctorFinding(
          .unitBroken,
          "nightd.service starts \(program), which is missing or cannot be run",
          means: "\(failure) Install nightd again in the same place.",
          aside(unit.dropIns.filter(\.setsProgram)) ?? install(to: program)
        )
      ]
    }
    guard isEnding else { return [] }
    if let remedy = aside(unit.dropIns) {
      return [
        DoctorFinding(
          .unitBroken,
          "nightd.service fails, and \(changes)",
          means: "The command moves \(paths.count == 1 ? "that file" : "those files") aside. "
            + "journalctl --user -u nightd shows why nightd ended.",
          remedy
        )
      ]
    }
    if !unit.isValid {
      return [
        DoctorFinding(
          .unitBroken,
          "systemd does not understand nightd.service",
          means:
            "Programs that call nightd get no answer. The command shows the invalid line. Install "
            + "nightd again, or correct that line and run: systemctl --user daemon-reload.",
          .command("systemd-analyze --user verify \(ShellWord.of(unit.file))")
        )
      ]
    }
    if unit.isLooping {
      return [
        DoctorFinding(
          .unitBroken,
          "nightd.service ends with an error each time it starts",
          means: "\(failure) The command shows why it ended. If that does not help, install nightd "
            + "again and run: systemctl --user restart nightd.",
          .command("journalctl --user -u nightd -n 20 --no-pager")
        )
      ]
    }
    return [
      DoctorFinding(
        .unitFailed,
        "nightd ended with an error, and is not running",
        means: "The style no longer changes. journalctl --user -u nightd shows why nightd ended.",
        .command("systemctl --user restart nightd")
      )
    ]
  }

  /// The remedy that moves the given drop-ins away and restarts the unit; nil if `dropIns` is
  /// empty.
  private func aside(_ dropIns: [DropIn]) -> Remedy? {
    guard !dropIns.isEmpty else { return nil }
    let moves = dropIns.map { file in
      let word = ShellWord.of(file.path)
      return "\(file.isOwn ? "" : "sudo ")mv -n \(word) \(ShellWord.of(file.path + ".aside"))"
    }
    let commands = moves + ["systemctl --user daemon-reload", "systemctl --user restart nightd"]
    return .command(commands.joined(separator: " && "))
  }

  /// The remedy that installs nightd at the path in the unit.
  private func install(to program: String) -> Remedy {
    let end = "/bin/nightd"
    guard program.hasSuffix(end) else { return .command("sudo make install") }
    let prefix = String(program.dropLast(end.count))
    let isOwn = portal.own.dataHome?.hasPrefix(prefix + "/") == true && !prefix.isEmpty
    let value = ShellWord.of(prefix.isEmpty ? "/" : prefix)
    return .command("\(isOwn ? "" : "sudo ")make install PREFIX=\(value)")
  }

  // MARK: - The owner of nightd's name

  /// The finding that a program other than nightd owns nightd's bus name.
  func takenNameFinding(_ owner: ProcessFacts) -> DoctorFinding? {
    guard daemon.version.value == nil, owner.known != nil, !owner.name.isEmpty,
      owner.name != "nightd"
    else { return nil }
    return DoctorFinding(
      .nameTaken,
      "another program\(process(owner)) has nightd's name on the bus",
      means: "nightd cannot start while that program has the name, and programs that ask nightd "
        + "reach that program instead.",
      ending(owner)
    )
  }

  /// The finding that the running nightd is not the program that the unit starts.
  func copiesFinding(_ owner: ProcessFacts) -> DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, !unit.isMasked, let program = daemon.ownerProgram,
      let units = unit.realProgram ?? unit.program, program != units,
      owner.known != unit.run.mainProcess
    else { return nil }
    return DoctorFinding(
      .twoCopies,
      "the running nightd\(process(owner)) is \(program), but nightd.service starts "
        + (unit.program ?? units),
      means: "Two copies of nightd are installed or running, perhaps in different versions. The "
        + "command ends the running copy; the unit's copy starts when a program asks for it.",
      ending(owner)
    )
  }

  /// The finding that this nightctl and the nightd that the unit starts belong to different
  /// installations.
  ///
  /// If the installations differ, restarting nightd does not help.
  func installedFinding(_ version: String) -> DoctorFinding? {
    guard let unit = daemon.unit, unit.isKnown, let units = unit.realProgram ?? unit.program,
      let own = daemon.installation.realProgram, own != units
    else { return nil }
    return DoctorFinding(
      .twoCopies,
      "nightd.service starts \(units), version \(version), but this nightctl belongs to \(own), "
        + "version \(Contract.version)",
      means: "One copy may lack functions of the other. The command shows the file that starts "
        + "nightd. Remove the copy that you do not want, and the file that starts it.",
      .command("systemctl --user cat nightd")
    )
  }

  /// The remedy that ends a process.
  ///
  /// If a service manager started the process, the remedy uses the manager to stop the process's
  /// unit. If the user only killed the process, the service manager could restart it.
  private func ending(_ owner: ProcessFacts) -> Remedy {
    if let unit = daemon.ownerUnit, unit != "nightd.service" {
      return .command("systemctl --user stop \(ShellWord.of(unit))")
    }
    guard let process = owner.known else {
      return .command("busctl --user status \(Contract.busName)")
    }
    return .command("\(daemon.version.isSilent ? "kill -9" : "kill") \(process)")
  }
}

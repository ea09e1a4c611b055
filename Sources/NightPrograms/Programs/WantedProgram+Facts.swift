package import NightCore

extension WantedProgram {
  /// The files in which nightd changes settings, without duplicates.
  package var settingsFiles: [String] {
    settings.reduce(into: []) { paths, setting in
      if case .file(let path, _) = setting.place, !paths.contains(path) { paths.append(path) }
    }
  }

  /// The programs that the description runs, without duplicates.
  package var commands: [String] {
    let stores = settings.flatMap { setting -> [String?] in
      guard case .commands(let commands) = setting.place else { return [] }
      return [commands.read.first, commands.write.first, commands.reset?.first]
    }
    let told = (announcements + restorations).map { announcement -> String? in
      switch announcement {
      case .run(let arguments, _, _), .runEach(_, let arguments): arguments.first
      case .signal, .terminals, .kdeColors, .wallpaper: nil
      }
    }
    let others = [check.first, writer?.command.first]
    return (told + stores + others).compactMap(\.self).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Returns a mistake if the line for the user's file differs between light and dark, because
  /// nightctl adds one line for both styles.
  package func lineFlaw(beside other: WantedProgram) -> Flaw? {
    guard let line = include?.line, let another = other.include?.line, line != another else {
      return nil
    }
    let flaw = Flaw(
      "expected the same line in both styles, found \(MessageText.quoted(line)) and "
        + "\(MessageText.quoted(another)): put the part that differs into a file of “files”, and "
        + "include that file",
      at: program.lines.first?.line.origin
    )
    return Flaw("\(program.fileName):\(flaw)")
  }
}

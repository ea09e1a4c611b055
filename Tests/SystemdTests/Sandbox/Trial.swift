/// A unit that runs some of the probes.
struct Trial {
  let name: String
  /// The directives that this unit takes over from nightd's unit.
  let directives: [String]
  let probes: [String]

  /// The shell commands that write this unit.
  func recipe(from unit: UnitFile) -> String {
    """
    cat >~/.config/systemd/user/\(name).service <<'END'
    [Service]
    Type=oneshot
    ExecStart=/usr/bin/python3 %h/probe \(probes.joined(separator: " "))
    StandardOutput=file:%h/\(name).out
    \(unit.lines(of: directives).joined(separator: "\n"))
    END

    """
  }
}

extension UserSession {
  /// Runs all units, and returns the outcome of each probe for each unit's name.
  func outcomes(of trials: [Trial], from unit: UnitFile) throws -> [String: [String: String]] {
    _ = try said("mkdir -p ~/.config/systemd/user ~/.local/state/nightd $XDG_RUNTIME_DIR/nightd")
    for trial in trials { _ = try said(trial.recipe(from: unit)) }
    _ = try said("systemctl --user daemon-reload")
    var outcomes: [String: [String: String]] = [:]
    var rest = trials[...]
    while !rest.isEmpty {
      _ = try said("systemctl --user start \(rest.prefix(6).map(\.name).joined(separator: " "))")
      rest = rest.dropFirst(6)
    }
    for trial in trials { outcomes[trial.name] = try words("~/\(trial.name).out") }
    return outcomes
  }

  /// Reads a file whose lines each contain a probe and its outcome.
  func words(_ file: String) throws -> [String: String] {
    let lines = try said("cat \(file)").split(separator: "\n")
    return Dictionary(
      lines.map { line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      },
      uniquingKeysWith: { $1 }
    )
  }
}

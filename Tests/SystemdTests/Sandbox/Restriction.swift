/// One thing that a line of the unit forbids or opens, and how that is seen.
struct Restriction {
  /// The name of the directive; all lines of this name in the unit are tried together.
  let directive: String
  /// What the script beside tries.
  let probe: String
  /// Without these lines the user's manager passes over the directive, or it says nothing.
  let ground: [String]
  /// Whether it opens what the ground has closed.
  var isOpening = false

  private init(_ directive: String, _ probe: String, on ground: [String] = []) {
    self.directive = directive
    self.probe = probe
    self.ground = ground
  }

  private static func opening(
    _ directive: String,
    _ probe: String,
    in ground: [String]
  ) -> Restriction {
    var restriction = Restriction(directive, probe, on: ground)
    restriction.isOpening = true
    return restriction
  }

  /// Like most, this one needs a user namespace of the unit's own.
  private static func owned(_ directive: String, _ probe: String) -> Restriction {
    Restriction(directive, probe, on: ["PrivateUsers"])
  }

  static let all: [Restriction] = [
    Restriction("PrivateUsers", "read-environment-of-others"),
    Restriction("NoNewPrivileges", "gain-privileges"),
    owned("CapabilityBoundingSet", "capability-net-raw"),
    owned("PrivateMounts", "share-mounts"),
    owned("ProtectSystem", "write-lock-folder"),
    owned("ReadOnlyPaths", "write-lock-folder"),
    owned("ProtectHome", "write-home"),
    owned("ProtectHome", "write-runtime-folder"),
    opening("ReadWritePaths", "write-state-folder", in: ["PrivateUsers", "ProtectHome"]),
    opening("RuntimeDirectory", "write-own-runtime-folder", in: ["PrivateUsers", "ProtectHome"]),
    owned("NoExecPaths", "run-what-it-wrote"),
    owned("InaccessiblePaths", "list-shared-memory"),
    owned("PrivateTmp", "see-tmp"),
    owned("PrivateDevices", "see-devices"),
    owned("PrivateNetwork", "share-network"),
    owned("ProtectHostname", "share-hostname"),
    owned("ProtectClock", "read-clock-discipline"),
    owned("ProtectKernelTunables", "write-kernel-settings"),
    owned("ProtectKernelModules", "capability-sys-module"),
    owned("ProtectKernelLogs", "capability-syslog"),
    owned("ProtectControlGroups", "make-control-group"),
    Restriction("KeyringMode", "share-keyring"),
    Restriction("RestrictAddressFamilies", "internet-socket"),
    Restriction("RestrictAddressFamilies", "netlink-socket"),
    Restriction("RestrictNamespaces", "make-namespace"),
    Restriction("RestrictRealtime", "realtime"),
    Restriction("RestrictSUIDSGID", "set-user-id"),
    Restriction("LockPersonality", "personality"),
    Restriction("MemoryDenyWriteExecute", "write-and-execute"),
    Restriction("SystemCallArchitectures", "foreign-system-call"),
    Restriction("SystemCallFilter", "ptrace"),
    Restriction("SystemCallFilter", "kill"),
    Restriction("SystemCallFilter", "set-user"),
    Restriction("SystemCallFilter", "change-owner"),
    Restriction("SystemCallFilter", "memory-file"),
    Restriction("SystemCallFilter", "priority"),
    Restriction("SystemCallFilter", "asynchronous-io"),
    Restriction("SystemCallFilter", "keys"),
    Restriction("SystemCallErrorNumber", "die-of-refused-call", on: ["SystemCallFilter"]),
    Restriction("UMask", "files-for-others"),
  ]

  /// What a probe says with the directive, and in the whole unit.
  var word: String { isOpening ? "allowed" : "refused" }

  /// What it says without.
  var wordWithout: String { isOpening ? "refused" : "allowed" }

  /// What starts and ends the daemon.
  static let others: Set<String> = [
    "Type", "BusName", "ExecStartPre", "ExecStart", "ExecStopPost", "Restart",
    "RestartPreventExitStatus", "RestartSec", "TimeoutStartSec", "TimeoutStopSec", "Slice",
    "Environment", "RuntimeDirectoryMode", "RuntimeDirectoryPreserve",
  ]
}

/// A directive of the unit that forbids or allows something, and the probe that shows its effect.
struct Restriction {
  /// The directive's name; all lines of this name in the unit are tested together.
  let directive: String
  /// The probe, a part of the script `probe`, that tests the directive.
  let probe: String
  /// The directives on which this one depends.
  ///
  /// Without those directives, the user's manager ignores this directive, or this directive has no
  /// effect.
  let ground: [String]
  /// Whether the directive allows something that the directives in `ground` forbid.
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

  /// A directive that, like most, needs a user namespace of the unit's own.
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

  /// The probe's output in a unit with the directive, for example in the complete nightd.service.
  var word: String { isOpening ? "allowed" : "refused" }

  /// The probe's output in a unit without the directive.
  var wordWithout: String { isOpening ? "refused" : "allowed" }

  /// The directives that restrict nothing but control how the daemon starts and ends.
  static let others: Set<String> = [
    "Type", "BusName", "ExecStartPre", "ExecStart", "ExecStopPost", "Restart",
    "RestartPreventExitStatus", "RestartSec", "TimeoutStartSec", "TimeoutStopSec", "Slice",
    "Environment", "RuntimeDirectoryMode", "RuntimeDirectoryPreserve",
  ]
}

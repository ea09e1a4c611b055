import Glibc

/// Everything that is needed to start a child.
struct Launch {
  var path: String
  var arguments: [[UInt8]]
  var environment: [String: String]
  var folder: String?
  /// The device that the child opens as its standard input and controlling terminal.
  var terminal: String?

  /// The command, as messages show it; a long command is shortened.
  var words: String {
    let all = ([path] + arguments.map { String(decoding: $0, as: UTF8.self) })
      .joined(separator: " ")
    return all.count > 200 ? all.prefix(200) + "…" : all
  }

  /// The environment variables of the child.
  private var settings: [[UInt8]] {
    var settings = environment
    for name in Program.passedOn where settings[name] == nil {
      settings[name] = getenv(name).map { String(cString: $0) }
    }
    return settings.map { Array("\($0)=\($1)".utf8) }
  }

  /// Starts the child with these three descriptors and no others.
  func spawn(_ streams: [Descriptor]) throws(ProgramError) -> Int32 {
    guard let program = path.contains("/") ? path : Tool.path(path) else {
      throw failure("find it on the PATH", ENOENT)
    }
    let texts = [Array(path.utf8)] + arguments
    let settings = settings
    guard !(texts + settings).contains(where: { $0.contains(0) }) else {
      throw failure("start it with a zero byte in an argument", EINVAL)
    }
    var processIdentifier: pid_t = 0
    let code = withAttributes { attributes in
      withActions(streams) { actions in
        withStrings(texts) { arguments in
          withStrings(settings) { environment in
            // posix_spawn returns only after the child has started to run the program, or has
            // failed to start it.
            SpawnLock.withLock {
              posix_spawn(
                &processIdentifier,
                program,
                actions,
                attributes,
                arguments,
                environment
              )
            }
          }
        }
      }
    }
    guard code == 0 else { throw failure(folder.map { "start it in \($0)" } ?? "start it", code) }
    return processIdentifier
  }

  func failure(_ action: String, _ code: Int32 = errno) -> ProgramError {
    ProgramError(program: words, problem: .failed(code: code), awaited: action)
  }

  /// Resets all signals of the child to their defaults, even if the test process has changed them.
  private func withAttributes(_ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    // A new session implies a new process group.
    let group = terminal == nil ? POSIX_SPAWN_SETPGROUP : GnuCalls.startSession
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return body(&attributes)
  }

  private func withActions(
    _ streams: [Descriptor],
    _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream.number, Int32(target))
    }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    }
    guard let closeFrom = GnuCalls.addCloseFrom, let changeFolder = GnuCalls.addChangeFolder
    else { return ENOSYS }
    let code = closeFrom(&actions, Int32(streams.count))
    guard code == 0 else { return code }
    if let folder {
      let code = changeFolder(&actions, folder)
      guard code == 0 else { return code }
    }
    return body(&actions)
  }

  private func withStrings(
    _ strings: [[UInt8]],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = strings.map { bytes in
      (bytes + [0]).withUnsafeBytes { buffer in
        buffer.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
      }
    }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

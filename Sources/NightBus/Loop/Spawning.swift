import CDBus
import Glibc

/// posix_spawn(3) with all that a daemon's child must not inherit put right.
enum Spawning {
  static func spawn(
    _ words: [String],
    _ additions: [String: String],
    streams: [Int32]
  ) throws(BusError) -> pid_t {
    guard let path = words.first else { throw .malformed("no program is named") }
    let settings = environment(with: additions)
    guard !(words + settings).contains(where: { $0.utf8.contains(0) }) else {
      throw .malformed("a word of a program contains a NUL")
    }
    var number: pid_t = 0
    let code = withAttributes { attributes in
      withActions(streams) { actions in
        withStrings(words) { words in
          withStrings(settings) { settings in
            posix_spawn(&number, path, actions, attributes, words, settings)
          }
        }
      }
    }
    guard code == 0 else { throw .system(call: path, errno: code) }
    return number
  }

  private static func environment(with additions: [String: String]) -> [String] {
    var settings = additions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var next = cdbus_environment()
    while let entry = next?.pointee {
      let setting = String(cString: entry)
      let name = setting.prefix { $0 != "=" }
      if additions[String(name)] == nil { settings.append(setting) }
      next = next?.advanced(by: 1)
    }
    return settings
  }

  /// Signals as in a fresh login: those that a daemon's loop reads are blocked here.
  private static func withAttributes(
    _ body: (UnsafePointer<posix_spawnattr_t>) -> Int32
  ) -> Int32 {
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
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return body(&attributes)
  }

  /// The streams, and no other descriptor, those included that we inherited ourselves.
  private static func withActions(
    _ streams: [Int32],
    _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, stream) in streams.enumerated() {
      let code = posix_spawn_file_actions_adddup2(&actions, stream, Int32(target))
      guard code == 0 else { return code }
    }
    let code = posix_spawn_file_actions_addclosefrom_np(&actions, Int32(streams.count))
    guard code == 0 else { return code }
    return body(&actions)
  }

  private static func withStrings(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

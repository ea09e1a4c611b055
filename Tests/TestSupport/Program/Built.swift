import Glibc

/// The programs under test, and the folder of their sources.
///
/// `NIGHTD_PROGRAMS` may name a folder whose programs are tested instead of those that were just
/// built, for example the programs that will be installed. Without `NIGHTD_PROGRAMS`, the programs
/// under test are those in the folder of the running test executable. Under `swift test`, this
/// executable is `.build/<triple>/<configuration>/nightdPackageTests.xctest`.
package enum Built {
  package static var nightd: String { "\(folder)/nightd" }

  package static var nightctl: String { "\(folder)/nightctl" }

  package static var library: String { "\(folder)/libnightkit.so" }

  /// The path of the program that simulates zone-years; it is never installed.
  package static var zoneYears: String { "\(folder)/ZoneYears" }

  /// The path of the program that runs another program as nightd does; it is never installed.
  package static var programRunner: String {
    parent(of: runningExecutable, steps: 1) + "/ProgramRunner"
  }

  /// The path of the program that makes a bus and is then killed; it is never installed.
  package static var busMaker: String { parent(of: runningExecutable, steps: 1) + "/BusMaker" }

  /// The path of the program that follows the style as an application does; it is never installed.
  package static var follower: String { parent(of: runningExecutable, steps: 1) + "/Follower" }

  /// The path of the program that starts a dbus-broker; it is never installed.
  package static var bareBroker: String { parent(of: runningExecutable, steps: 1) + "/BareBroker" }

  /// The path of an example that is a target of this package; it is never installed.
  package static func example(_ name: String) -> String {
    parent(of: runningExecutable, steps: 1) + "/\(name)Example"
  }

  /// The path of the example that opens a window; nil if `make examples` has not built it.
  package static var gtkExample: String? {
    getenv("NIGHTD_GTK_EXAMPLE").map { String(cString: $0) }
  }

  /// The folder for screenshots of windows, which are meant for people.
  package static var pictures: String { sourceRoot + "/.build/pictures" }

  /// Whether NIGHTD_PROGRAMS is set; if so, the programs under test are not those of `swift test`.
  package static var isRelease: Bool { getenv("NIGHTD_PROGRAMS") != nil }

  /// Whether the programs were built with a sanitizer; a sanitizer itself uses memory and system
  /// calls.
  package static let isSanitized = isThreadSanitized || dlsym(nil, "__asan_init") != nil

  /// Whether the sanitizer is the thread sanitizer, which starts its own thread and opens its own
  /// files.
  package static let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

  /// The root of the repository from which the tests were compiled.
  package static let sourceRoot = parent(of: #filePath, steps: 4)

  package static var folder: String {
    if let folder = getenv("NIGHTD_PROGRAMS") { return String(cString: folder) }
    return parent(of: runningExecutable, steps: 1)
  }

  /// The folder with the library modules that `swift test` built.
  package static var modules: String { parent(of: runningExecutable, steps: 1) + "/Modules" }

  private static var runningExecutable: String {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = readlink("/proc/self/exe", start, buffer.count)
      return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  private static func parent(of path: String, steps: Int) -> String {
    path.split(separator: "/").dropLast(steps).reduce(into: "") { $0 += "/\($1)" }
  }
}

/// A virtual screen in memory, on which programs open real windows.
package final class Screen {
  package static let skipReason = Tool.path("Xvfb") == nil ? "Xvfb is missing" : nil

  private let program: Program
  /// The value of DISPLAY for this screen.
  package let display: String

  /// Starts the screen, and returns when windows can be opened on it.
  package init(_ bus: PrivateBus, size: String = "800x600") throws {
    program = try Program.start(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", "\(size)x24", "-nolisten", "tcp", "-noreset"],
      environment: bus.environment(),
      standardError: .file(bus.home.file("screen.log"))
    )
    display = ":" + (try program.nextLine())
  }

  package convenience init(_ desk: Desk, size: String = "800x600") throws {
    try self.init(desk.bus, size: size)
  }

  deinit {
    // On SIGTERM, the screen's server removes its lock file.
    program.send(signal: 15)
    _ = try? program.wait()
  }

  /// A script that clicks the mouse button through X's test extension.
  private static let clicker = """
    import ctypes, sys
    x11, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    test.XTestFakeMotionEvent(display, 0, int(sys.argv[1]), int(sys.argv[2]), 0)
    test.XTestFakeButtonEvent(display, 1, 1, 0)
    test.XTestFakeButtonEvent(display, 1, 0, 0)
    x11.XSync(display, 0)
    """

  /// Clicks on a point of the screen.
  package func click(_ x: Int, _ y: Int, _ desk: Desk) throws {
    let done = try Program.run(
      "/usr/bin/python3",
      ["-c", Self.clicker, "\(x)", "\(y)"],
      environment: desk.environment.merging(["DISPLAY": display]) { $1 }
    )
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("click", of: "python3 with libXtst", instead: "\(done)")
    }
  }

  /// The current pixels, row by row; each pixel is red, green and blue.
  package func points(_ desk: Desk) throws -> [UInt8] {
    let words = ["-display", display, "-window", "root", "-depth", "8", "rgb:-"]
    let done = try Program.run("import", words, environment: desk.environment)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("picture", of: "import", instead: "\(done.exit): \(done.errors)")
    }
    return done.outputBytes
  }

  /// Writes a screenshot to a file, and returns its brightness from 0 (black) to 1.
  package func picture(_ path: String, _ desk: Desk) throws -> Double {
    let environment = desk.environment
    func run(_ program: String, _ words: [String]) throws -> String {
      let done = try Program.run(program, words, environment: environment)
      guard done.exit == .exited(0) else {
        throw ProgramError.missed("picture", of: program, instead: "\(done)")
      }
      return done.output
    }
    let file = "png8:" + path
    // Few colours and no dithering keep the file small.
    let few = ["+dither", "-colors", "64"]
    _ = try run("import", ["-display", display, "-window", "root"] + few + [file])
    let grey = ["-colorspace", "Gray", "-format", "%[fx:mean]", "info:"]
    return try Double(run("convert", [path] + grey)) ?? .nan
  }
}

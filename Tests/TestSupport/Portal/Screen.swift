/// A screen in memory on which real windows are shown.
package final class Screen {
  package static let obstacle = Tool.path("Xvfb") == nil ? "Xvfb is missing" : nil

  private let program: Program
  /// A value for DISPLAY.
  package let display: String

  /// Windows may come when this returns.
  package init(_ desk: Desk, size: String = "800x600") throws {
    program = try Program.start(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", "\(size)x24", "-nolisten", "tcp", "-noreset"],
      environment: desk.environment,
      standardError: .file(desk.home.file("screen.log"))
    )
    display = ":" + (try program.nextLine())
  }

  deinit {
    // Asked to end, it takes away the lock of its number.
    program.send(signal: 15)
    _ = try? program.wait()
  }

  /// What stands on it now: red, green and blue of each point, row by row.
  package func points(_ desk: Desk) throws -> [UInt8] {
    let words = ["-display", display, "-window", "root", "-depth", "8", "rgb:-"]
    let done = try Program.run("import", words, environment: desk.environment)
    guard done.exit == .exited(0) else {
      throw ProgramError.missed("picture", of: "import", instead: "\(done.exit): \(done.errors)")
    }
    return done.outputBytes
  }

  /// Writes what stands on it to a file, and gives how bright that is: from 0, all black, to 1.
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
    // Small, and without a pattern of points where a colour has to do for another.
    let few = ["+dither", "-colors", "64"]
    _ = try run("import", ["-display", display, "-window", "root"] + few + [file])
    let grey = ["-colorspace", "Gray", "-format", "%[fx:mean]", "info:"]
    return try Double(run("convert", [path] + grey)) ?? .nan
  }
}

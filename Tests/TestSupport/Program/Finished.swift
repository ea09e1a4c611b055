/// How a program ended and what it printed.
package struct Finished: Sendable, CustomStringConvertible {
  package let exit: Program.Exit
  package var outputBytes: [UInt8]
  package let errorBytes: [UInt8]

  package var output: String { String(decoding: outputBytes, as: UTF8.self) }

  package var errors: String { String(decoding: errorBytes, as: UTF8.self) }

  package var description: String {
    "\(exit); standard output: \(output.debugDescription); "
      + "standard error: \(errors.debugDescription)"
  }
}

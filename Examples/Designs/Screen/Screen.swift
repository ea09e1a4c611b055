import Dispatch
import Glibc
package import NightKit

/// Simulates a toolkit for these examples: prints a line for each painted part, and has buttons.
package enum Screen {
  /// Prints a line for one part of a view, with the colours in which the part is painted.
  package static func show(_ part: String, _ colors: Color...) {
    let line = ([part] + colors.map { swatch($0) + $0.hex }).joined(separator: " ")
    // Do not use `print` and `fflush(nil)`: the flush would wait for the thread that reads input.
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// The lines that the user types; each line presses the button of that name.
  ///
  /// The sequence ends when the input ends.
  package static var buttons: AsyncStream<String> {
    AsyncStream { presses in
      DispatchQueue.global().async {
        while let line = readLine() { presses.yield(line) }
        presses.finish()
      }
    }
  }

  /// Returns a bar in this colour if the output is a terminal.
  private static func swatch(_ color: Color) -> String {
    guard isatty(STDOUT_FILENO) == 1 else { return "" }
    let parts = [color.red, color.green, color.blue].map { "\(Int(($0 * 255).rounded()))" }
    return "\u{1b}[48;2;\(parts.joined(separator: ";"))m    \u{1b}[0m "
  }
}

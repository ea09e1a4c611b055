import Glibc
import NightKit

// Follows the style as an application does. The program reads standard input to its end, and then
// exits.
//
// Without arguments, it prints a line for each appearance that it receives: the style, the theme,
// the theme's surface and the accent. `views APPLICATION THEME [FAULT]` themes many views instead;
// Gallery.swift has the commands that this form reads.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "views" {
  await Gallery.run(Array(arguments.dropFirst()))
} else {
  let night = Night(timeout: .seconds(10))
  let printing = Task {
    for await appearance in night.appearances {
      let accent = appearance.accent?.hex ?? "none"
      print(
        line: "\(appearance.style) \(appearance.theme.name) \(appearance[.surface].hex) \(accent)"
      )
    }
  }
  await Task.detached { while getchar() != EOF {} }.value
  printing.cancel()
  // The sequence does not keep its `Night` alive.
  withExtendedLifetime(night) {}
}

/// Writes a line at once; the standard library's own `print` would keep it in a buffer.
func print(line: String) {
  (line + "\n").withCString { text in _ = write(STDOUT_FILENO, text, strlen(text)) }
}

import Glibc
import NightKit

// Follows the style as an application does, until the end of standard input.
//
// Without arguments, the program prints a line for each appearance that it receives: the style, the
// theme, the theme's surface and the accent. With `views APPLICATION THEME [FAULT]`, the program
// has many views that follow themes; Gallery.swift describes the commands for the views.
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
  // Keep `night` alive here, because the sequence does not retain it.
  withExtendedLifetime(night) {}
}

/// Writes a line without delay; the standard library's `print` would buffer it.
func print(line: String) {
  (line + "\n").withCString { text in _ = write(STDOUT_FILENO, text, strlen(text)) }
}

import Glibc
import NightKit

// Follows the style as an application does, and prints a line for each appearance that it receives:
// the style, the theme, the theme's surface and the accent. The program reads standard input to its
// end, and then exits.
let night = Night(timeout: .seconds(10))
let printing = Task {
  for await appearance in night.appearances {
    let accent = appearance.accent?.text ?? "none"
    let line =
      "\(appearance.style) \(appearance.theme.name) \(appearance[.surface].text) \(accent)\n"
    line.withCString { text in _ = write(STDOUT_FILENO, text, strlen(text)) }
  }
}
await Task.detached { while getchar() != EOF {} }.value
printing.cancel()

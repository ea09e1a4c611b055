import Glibc
import NightKit

// Shows a panel in the colours of the theme; when the style changes, the panel fades to the new
// colours. Without a terminal, or if NO_COLOR is set, this example prints a line for each change.

let night = Night()

if let terminal = await Terminal() {
  let panel = Panel(on: terminal)
  panel.setUpTheming(by: night, fading: true)
  keys: for await key in terminal.keys {
    do {
      switch key {
      case "l": try await night.desktop.set(.light)
      case "d": try await night.desktop.set(.dark)
      case "t": try await night.desktop.toggle()
      case "q": break keys
      default: panel.repaint()
      }
    } catch {
      panel.show(error)
    }
  }
  terminal.restore()
} else {
  for await now in night.appearances {
    print("\(now.style), \(now.theme.name): \(now[.onSurface].hex) on \(now[.surface].hex)")
    // Flush, because output to a pipe would otherwise stay in the buffer.
    fflush(nil)
  }
}

import Glibc
import NightKit

// A panel in the colours of the theme, which fades to the next ones when the style changes.
// Where nobody can see colours, a line for each change.

let night = Night()

if let terminal = await Terminal() {
  let panel = Panel(on: terminal)
  panel.setUpTheming(by: night)
  keys: for await key in terminal.keys {
    do {
      switch key {
      case "l": try await night.set(.light)
      case "d": try await night.set(.dark)
      case "t": try await night.toggle()
      case "q": break keys
      default: panel.repaint()
      }
    } catch {
      panel.show(error)
    }
  }
  terminal.restore()
} else {
  for await look in night.appearances {
    print("\(look.style), \(look.theme.name): \(look[.onSurface].text) on \(look[.surface].text)")
    // A pipe would keep it back.
    fflush(nil)
  }
}

import ExampleScreen
import NightKit

// This example imitates a library with a style manager. Each screen observes the manager, and is
// called at once and after each change. The settings screen tells the manager what the user chose.

/// An object that follows the manager's style.
@MainActor
protocol StyleObserver: AnyObject {
  func style(didChangeTo style: Style, _ now: Appearance)
}

extension StyleObserver {
  /// Calls the observer now, and after each change; a second `startObserving` replaces the first.
  func startObserving(_ manager: Night) {
    manager.subscribeToChanges(self) { $0.style(didChangeTo: $1.style, $1) }
  }

  func stopObserving(_ manager: Night) { manager.stopObserving(by: self) }
}

/// A screen of the application.
final class Controller: StyleObserver {
  let name: String

  init(_ name: String) { self.name = name }

  func style(didChangeTo style: Style, _ now: Appearance) {
    Screen.show("\(name) \(style)", now[.surface], now[.onSurface])
  }
}

// The manager. Passing a name gives this application its own choice, which nightd stores.
let manager = try await Night.connect(application: "org.example.Reader")

let home = Controller("home")
home.startObserving(manager)

// A screen that stays light when the other screens turn dark.
let preview = Controller("print preview")
preview.startObserving(manager.pinned(to: .light))

// The manager does not keep its observers alive, so a closed screen needs no code to stop
// observing.
var details: Controller? = Controller("details")
details?.startObserving(manager)

for await button in Screen.buttons {
  do {
    switch button {
    case "home": home.startObserving(manager)
    case "freeze home": home.stopObserving(manager)
    case "close details": details = nil
    default:
      // The settings screen has three buttons: light, dark, and follow the desktop.
      guard let choice = Night.Choice(rawValue: button) else { continue }
      try await manager.choose(choice)
      Screen.show("settings \(manager.choice)")
    }
  } catch {
    Screen.show("\(error)")
  }
}

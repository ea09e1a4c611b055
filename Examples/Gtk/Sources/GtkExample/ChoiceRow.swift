import CGtk4
import NightKit

/// The row of buttons that choose this window's style: the desktop's style, light, or dark.
///
/// nightd stores the choice, so the row also shows a choice made with `nightctl set dark --app`.
@MainActor
final class ChoiceRow {
  // The key is `nonisolated` because requests run on other threads, which would wait for the main
  // actor for ever.
  private nonisolated static let key = PreferenceKey("choice", default: "follow")

  private let night: Night
  private let page: OpaquePointer?

  init(_ page: OpaquePointer?, of night: Night) {
    self.page = page
    self.night = night
    for choice in Night.Choice.allCases { listen(to: choice) }
    night.preferences.observe(Self.key, by: self) { row, _ in row.showChoice() }
    // If an administrator has locked the choice, the buttons have no effect.
    Loop.run { () async throws(NightError) in
      try await night.preferences.lock(on: Self.key.name)
    } finish: { [weak self] lock in
      guard let self, case .success(let place?) = lock else { return }
      gtk_widget_set_sensitive(cgtk_widget(page, "choice"), 0)
      show("The style is locked in \(place).")
    }
  }

  private func button(_ choice: Night.Choice) -> UnsafeMutablePointer<GtkWidget>? {
    cgtk_widget(page, choice.rawValue)
  }

  private func listen(to choice: Night.Choice) {
    cgtk_on_click(
      button(choice),
      { button, row in
        let name = String(cString: cgtk_name(button))
        guard let row, let choice = Night.Choice(rawValue: name) else { return }
        let this = Unmanaged<ChoiceRow>.fromOpaque(row).takeUnretainedValue()
        MainActor.assumeIsolated { this.choose(choice) }
      },
      // Do not retain the row here, because the program keeps the row as long as the window has
      // buttons.
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  private func choose(_ choice: Night.Choice) {
    let night = night
    Loop.run { () async throws(NightError) in
      try await night.choose(choice)
    } finish: { [weak self] result in
      guard case .failure(let error) = result else { return }
      self?.show("\(error)")
      self?.showChoice()
    }
  }

  private func showChoice() { cgtk_press(button(night.choice)) }

  /// Replaces the sentence below the buttons.
  func show(_ message: String) { cgtk_set_text(cgtk_widget(page, "message-following"), message) }
}

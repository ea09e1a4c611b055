import Glibc
import NightKit

/// An object that follows a theme and remembers what it painted last.
final class View: Themed {
  /// What the view shows: the style, the theme, the theme's surface and the accent.
  private(set) var shown = ""
  private let onChange: @MainActor (Appearance) -> Void

  init(onChange: @escaping @MainActor (Appearance) -> Void) { self.onChange = onChange }

  func apply(_ appearance: Appearance) {
    let accent = appearance.accent?.hex ?? "none"
    shown = "\(appearance.style) \(appearance.theme.name) \(appearance[.surface].hex) \(accent)"
    onChange(appearance)
  }
}

/// Two hundred views in two applications and three pinned parts, as in a large program.
///
/// The program reads commands, one per line:
///
/// - `await A|B|C|D|E` prints `reached` once all views of the desktop, of the application, and of
///   the parts that are pinned to light, to dark and to a theme show these texts.
/// - `show` prints, for each of these five groups, what its views show; then the number of
///   appearances that the views received, and how many of these had colours that do not belong
///   together.
/// - `renew` releases a tenth of the views and makes new ones, as when windows close and open.
@MainActor
final class Gallery {
  /// A deliberate fault in the program, which a trial must detect.
  enum Fault: String {
    /// One view does not receive changes.
    case deaf
    /// Each renewed view leaks some memory.
    case leak
  }

  private static let viewsOfSource = 40

  private let sources: [Night]
  /// The themes whose colours are checked.
  private let checked: Set<Substring>
  private var views: [[View]] = []
  private var awaited: [String]?
  private var isCheckRequested = false
  private var received = 0
  private var torn = 0
  private var lastTorn = ""
  private var oldest = 0
  private let fault: Fault?
  private var kept: [[UInt8]] = []

  private init(_ sources: [Night], _ checked: Set<Substring>, _ fault: Fault?) {
    self.sources = sources
    self.checked = checked
    self.fault = fault
    views = sources.map { source in (0..<Self.viewsOfSource).map { _ in makeView(source) } }
    if fault == .deaf { views[0][0] = View { _ in } }
  }

  /// Runs until the end of standard input.
  static func run(_ arguments: [String]) async {
    guard arguments.count >= 3 else {
      return print(line: "views APPLICATION PINNED-THEME CHECKED,THEMES [FAULT]")
    }
    do {
      let night = try await Night.connect(timeout: .seconds(10))
      let application = try await Night.connect(application: arguments[0], timeout: .seconds(10))
      let sources = [
        night, application, night.pinned(to: .light), application.pinned(to: .dark),
        try await pin(night, toTheme: arguments[1]),
      ]
      let checked = Set(arguments[2].split(separator: ","))
      let gallery = Gallery(sources, checked, arguments.dropFirst(3).first.flatMap(Fault.init))
      print(line: "ready")
      await Task.detached {
        while let command = readLine() { await gallery.perform(command) }
      }.value
    } catch {
      print(line: "cannot show \(arguments[1]) in \(arguments[0]): \(error)")
    }
  }

  private static func pin(_ night: Night, toTheme name: String) async throws -> Night {
    try await night.pinned(toTheme: name)
  }

  private func makeView(_ source: Night) -> View {
    let view = View { [weak self] appearance in self?.noteChange(appearance) }
    view.setUpTheming(by: source)
    return view
  }

  private func perform(_ command: String) {
    if command == "show" { return print(line: report) }
    if command == "renew" { return renew() }
    guard command.hasPrefix("await ") else { return print(line: "unknown: \(command)") }
    awaited = command.dropFirst("await ".count).split(separator: "|").map(String.init)
    check()
  }

  private func renew() {
    for (index, source) in sources.enumerated() {
      for place in oldest..<oldest + Self.viewsOfSource / 10
      where fault != .deaf || (index, place) != (0, 0) {
        views[index][place] = makeView(source)
      }
    }
    if fault == .leak { kept.append([UInt8](repeating: 1, count: 1 << 20)) }
    oldest = (oldest + Self.viewsOfSource / 10) % Self.viewsOfSource
    print(line: "renewed")
  }

  private func noteChange(_ appearance: Appearance) {
    received += 1
    if !belongTogether(appearance) {
      torn += 1
      let colors = "\(appearance[.surface].hex) \(appearance[.onSurface].hex)"
      lastTorn = "\(appearance.style) \(appearance.theme.name) \(appearance.theme.style) \(colors)"
    }
    guard !isCheckRequested else { return }
    isCheckRequested = true
    // Check in a later task, so that the other views can receive this change first.
    Task {
      isCheckRequested = false
      check()
    }
  }

  private func check() {
    guard let awaited, awaited.count == views.count else { return }
    let isReached = zip(awaited, views).allSatisfy { text, views in
      views.allSatisfy { $0.shown == text }
    }
    guard isReached else { return }
    self.awaited = nil
    print(line: "reached")
  }

  private var report: String {
    let groups = views.map { views in
      let counts = Dictionary(views.map { ($0.shown, 1) }, uniquingKeysWith: +)
      if counts.count == 1, let only = counts.first { return only.key }
      return counts.map { "\($1)×\($0)" }.sorted().joined(separator: ", ")
    }
    let torn = torn == 0 ? "0" : "\(torn) (\(lastTorn))"
    return (groups + ["\(received)", torn]).joined(separator: "|")
  }

  /// Whether all values come from the same version of one theme.
  ///
  /// Only the colours of the trial's own themes can be checked, because their text colour is the
  /// inverse of the surface. nightd can also choose a built-in theme, whose colours have no such
  /// rule.
  private func belongTogether(_ appearance: Appearance) -> Bool {
    guard appearance.theme.style == appearance.style else { return false }
    guard checked.contains(appearance.theme.name[...]) else { return true }
    let (surface, text) = (appearance[.surface], appearance[.onSurface])
    return zip(
      [surface.red, surface.green, surface.blue],
      [text.red, text.green, text.blue]
    ).allSatisfy { abs($0 + $1 - 1) < 0.001 }
  }
}

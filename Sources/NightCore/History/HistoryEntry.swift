/// One change of what is in effect, as it is told later.
package struct HistoryEntry: Equatable, Sendable {
  /// Who asked for it.
  package enum Origin: Equatable, Sendable {
    /// A caller on the bus; what process that was, for showing only.
    case caller(Process?)
    case desktop
    case store
    case file

    package var word: String {
      switch self {
      case .caller: "caller"
      case .desktop: "desktop"
      case .store: "store"
      case .file: "file"
      }
    }

    /// Nil for a word that is none of these; the process is a caller's.
    package init?(word: String?, process: Process?) {
      let all: [Self] = [.caller(process), .desktop, .store, .file]
      guard let origin = all.first(where: { $0.word == word }) else { return nil }
      self = origin
    }
  }

  package struct Process: Equatable, Sendable {
    package var number: UInt32
    /// A process may call itself what it likes, and may be gone before it was asked.
    package var name: String?

    package init(number: UInt32, name: String? = nil) {
      self.number = number
      self.name = name
    }
  }

  package var time: Instant
  package var style: Style
  package var theme: String
  package var reason: Reason
  /// Nil where it came by itself.
  package var origin: Origin?
  /// Whether style or theme changed.
  package var isOfStyle = true
  /// What changed besides.
  package var look = LookChange()

  package init(time: Instant, style: Style, theme: String, reason: Reason, origin: Origin?) {
    self.time = time
    self.style = style
    self.theme = theme
    self.reason = reason
    self.origin = origin
  }
}

import CNightKit
import NightKit

// Each idea as NightKit has it and as C has it.

extension Style {
  var inC: nightkit_style { self == .light ? NIGHTKIT_LIGHT : NIGHTKIT_DARK }

  init?(_ style: nightkit_style) {
    switch style {
    case NIGHTKIT_LIGHT: self = .light
    case NIGHTKIT_DARK: self = .dark
    default: return nil
    }
  }
}

extension Source {
  var inC: nightkit_source {
    switch self {
    case .daemon: NIGHTKIT_DAEMON
    case .portal: NIGHTKIT_PORTAL
    case .nobody, .preview: NIGHTKIT_NOBODY
    }
  }
}

extension NightError {
  var inC: nightkit_outcome {
    switch self {
    case .noBus: NIGHTKIT_NO_BUS
    case .noDaemon: NIGHTKIT_NO_DAEMON
    case .noAnswer: NIGHTKIT_NO_ANSWER
    case .notDurable: NIGHTKIT_NOT_DURABLE
    case .refused: NIGHTKIT_REFUSED
    }
  }
}

extension nightkit_appearance {
  init(_ appearance: Appearance, _ source: Source) {
    self.init()
    style = appearance.style.inC
    self.source = source.inC
    is_high_contrast = appearance.isHighContrast
    is_motion_reduced = appearance.isMotionReduced
    let (seconds, attoseconds) = appearance.fade.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    fade = UInt32(clamping: milliseconds)
    guard let color = appearance.accent else { return }
    has_accent = true
    accent = (color.red, color.green, color.blue, color.alpha)
  }
}

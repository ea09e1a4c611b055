import NightKit
import SettingsModel

/// The jobs that NightKit does.
enum Requests {
  static func outcome(_ job: Job, _ night: Night) async -> Outcome {
    do throws(NightError) {
      switch job {
      case .set(let style, let term):
        try await night.desktop.set(style == .dark ? .dark : .light, term?.kit)
      case .automatic(let automatic):
        try await night.desktop.set(automatic == .schedule ? .schedule : .system)
      case .endHold: try await night.desktop.endHold()
      case .setTheme(let style, let name):
        try await night.preferences.set(.string(name), for: "theme." + style.rawValue)
      case .setRules(let rules): try await night.preferences.set(rules.preference, for: "schedule")
      case .clearRules: try await night.preferences.set(nil, for: "schedule")
      case .allowPrograms: try await night.preferences.set(nil, for: "programs-off")
      case .preferences: return .preferences(try await preferences(night))
      default: break
      }
      return .done
    } catch {
      return .failed(Failure(error))
    }
  }

  private static func preferences(_ night: Night) async throws(NightError) -> PreferencesReport {
    var report = PreferencesReport()
    for key in PreferencesReport.keys {
      report.locks[key] = try await night.preferences.lock(on: key)
    }
    await night.preferences.ready()
    let off = night.preferences[PreferenceKey<[String]>("programs-off", default: [])]
    report.keepsOff = off.contains("all")
    return report
  }
}

extension Job.Term {
  fileprivate var kit: Night.Desktop.Term {
    switch self {
    case .hour: .lasting(.seconds(3_600))
    case .until(let text): .until(text)
    case .always: .always
    }
  }
}

extension Failure {
  init(_ error: NightError) {
    self =
      switch error {
      case .noBus, .noDaemon: .unreachable("\(error)")
      case .noAnswer: .noAnswer
      case .notDurable, .refused, .cancelled: .refused("\(error)")
      }
  }
}

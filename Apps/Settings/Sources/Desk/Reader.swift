import FoundationEssentials
import SettingsModel

/// Reads what nightctl prints.
enum Reader {
  /// The outcome of a job, from the results of its commands.
  static func outcome(_ job: Job, _ results: [CommandResult]) -> Outcome {
    guard let result = results.first else { return .done }
    // nightctl exits with 3 if there is no bus, no daemon or no answer.
    if let away = results.first(where: { $0.code == 3 }) {
      return .failed(.unreachable(away.message))
    }
    do throws(Failure) {
      return switch job {
      case .why: .why(try decode(result))
      case .programs: .programs(try decode(result))
      case .doctor: .doctor(try decode(result))
      case .themes: .themes(try decode(result))
      case .colors: .colors(try decode(result))
      case .schedule: .schedule(try decode(result))
      case .year, .zonePlace: .simulation(try decode(result))
      case .zones: .zones(result.output.split(separator: "\n").map(String.init))
      case .icon where [0, 1].contains(result.code): .icon(isOn: result.code == 0)
      case .icon: .failed(.refused(result.message))
      case .preferences: .preferences(try preferences(results))
      case .set, .automatic, .endHold, .setTheme, .setRules, .clearRules, .allowPrograms, .showIcon:
        result.code == 0 ? .done : .failed(.refused(result.message))
      default: .text(result)
      }
    } catch {
      return .failed(error)
    }
  }

  private static func preferences(
    _ results: [CommandResult]
  ) throws(Failure) -> PreferencesReport {
    var report = PreferencesReport()
    for result in results {
      let value: ExplainReport = try decode(result)
      // The lock nearest to the user is the first one.
      report.locks[value.key] = value.layers.lazy.compactMap(\.lock).first
    }
    return report
  }

  /// Decodes a report, which a command such as `doctor` prints even if it exits with 1.
  static func decode<Report: Decodable>(_ result: CommandResult) throws(Failure) -> Report {
    guard result.output.hasPrefix("{") else { throw .refused(result.message) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { Name($0.last?.stringValue ?? "") }
    do {
      return try decoder.decode(Report.self, from: Data(result.output.utf8))
    } catch {
      throw .malformed("nightctl and nightd-settings do not fit together: \(error)")
    }
  }

  /// A name of docs/nightctl.md as a name in Swift: `hold-until` becomes `holdUntil`.
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
      let parts = name.split(separator: "-")
      stringValue = parts.dropFirst().reduce(String(parts.first ?? "")) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
    }

    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}

import FoundationEssentials
import SettingsModel

/// Reads what nightctl prints.
enum Reader {
  /// The outcome of a job that nightctl did.
  static func outcome(_ job: Job, _ result: CommandResult) -> Outcome {
    // nightctl exits with 3 if there is no bus, no daemon or no answer.
    if result.code == 3 { return .failed(.unreachable(result.message)) }
    do throws(Failure) {
      return switch job {
      case .why: .why(try decode(result))
      case .programs: .programs(try decode(result))
      case .doctor: .doctor(try decode(result))
      case .themes: .themes(try decode(result))
      case .colors: .colors(try decode(result))
      case .schedule: .schedule(try decode(result))
      case .year, .zonePlace: .simulation(try decode(result))
      default: .text(result)
      }
    } catch {
      return .failed(error)
    }
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

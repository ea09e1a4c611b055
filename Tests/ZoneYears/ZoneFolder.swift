import Glibc
import NightCore

/// The time zones on this machine.
final class ZoneFolder {
  static let path = "/usr/share/zoneinfo"

  /// The names of all zones and aliases, sorted.
  let names: [String]
  private let tables: [ZonePlaces.Table: [UInt8]]
  private var known: [String: Surroundings] = [:]

  /// Loads the tables of zones; nil if this machine has none.
  init?() {
    var tables: [ZonePlaces.Table: [UInt8]] = [:]
    for table in ZonePlaces.Table.allCases {
      tables[table] = Self.bytes("\(Self.path)/\(table.rawValue)")
    }
    self.tables = tables
    let lines = (tables[.links] ?? []).split(separator: UInt8(ascii: "\n"))
    names = lines.compactMap { line -> String? in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard let first = words.first, words.count >= 3 else { return nil }
      return first == "Z" ? String(words[1]) : first == "L" ? String(words[2]) : nil
    }
    // In Debian 13 the older aliases are in a separate package, but the list still names them.
    .filter { access("\(Self.path)/\($0)", R_OK) == 0 }.sorted()
    if names.isEmpty { return nil }
  }

  func surroundings(_ name: String) throws -> Surroundings {
    if let surroundings = known[name] { return surroundings }
    let surroundings = Surroundings(
      zone: try Zone(Self.bytes("\(Self.path)/\(name)"), name: name),
      zonePlace: ZonePlaces.place(of: name) { tables[$0] ?? [] }
    )
    known[name] = surroundings
    return surroundings
  }

  private static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}

/// Simulates years in several zones, one after another.
struct Lives {
  let seed: UInt64
  let numbers: Range<Int>
  let zones: ZoneFolder

  /// Prints each deviation and then the totals; returns whether there were no deviations.
  func run() -> Bool {
    var comparisons = 0
    var isClean = true
    for number in numbers {
      do {
        var life = try Life(number: number, seed: seed, in: zones)
        life.run()
        comparisons += life.comparisons
        guard let finding = life.findings.first else { continue }
        isClean = false
        say("seed \(seed), zone-year \(number), \(finding)")
      } catch {
        isClean = false
        say("seed \(seed), zone-year \(number), could not be simulated: \(error)")
      }
    }
    say("\(numbers.count) zone-years, \(comparisons) comparisons")
    return isClean
  }

  /// Prints a line without buffering, so that it arrives at once even through a pipe.
  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

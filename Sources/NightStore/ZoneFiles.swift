package import NightCore

/// Finds and reads the session's time zone.
///
/// If `TZ` is set, it determines the zone; otherwise, /etc/localtime determines the zone. If
/// /etc/localtime does not exist, the zone is UTC.
package struct ZoneFiles: Sendable {
  /// The maximum size of a zone file that is read, in bytes.
  private static let zoneLimit = 1 << 20
  private static let tableLimit = 4 << 20
  private static let nameLimit = 4 << 10
  /// The maximum number of links that are followed in a chain, the same as in Linux.
  private static let mostLinks = 40

  private let locations: ZonePaths
  private let disk: Disk

  package init(_ paths: ZonePaths, disk: Disk = .system) {
    locations = paths
    self.disk = disk
  }

  /// The paths of all files that determine the zone and its location.
  package var paths: [String] {
    let zone = wishPath.map { [$0] } ?? [locations.localTime, locations.timeZone]
    return zone + ZonePlaces.Table.allCases.map { "\(locations.folder)/\($0.rawValue)" }
  }

  package func read() -> ZoneReading {
    guard let requested = locations.requested, let path = wishPath else { return machine() }
    return wished(requested, at: path)
  }
}

// MARK: - The zone

extension ZoneFiles {
  private var wishPath: String? {
    guard let requested = locations.requested else { return nil }
    return requested.hasPrefix("/") ? requested : "\(locations.folder)/\(requested)"
  }

  private func wished(_ requested: String, at path: String) -> ZoneReading {
    guard requested.hasPrefix("/") || requested.leadsBelow else {
      return ZoneReading(unknown(requested))
    }
    let file = disk.reading(path, limit: Self.zoneLimit)
    if case .bytes(let bytes) = file.content {
      return reading(path, bytes, name: name(behind: path) ?? "", file)
    }
    if locations.isRuleAllowed, let zone = try? Zone(rule: requested) {
      return ZoneReading(finding: .zone(zone), isHalf: false)
    }
    switch file.content {
    case .flawed(let flaw): return ZoneReading(ZoneFault(path, .flawed(flaw)))
    case .missing where requested.hasPrefix("/"): return ZoneReading(ZoneFault(path, .missing))
    case .missing, .bytes: return ZoneReading(unknown(requested))
    }
  }

  private func unknown(_ requested: String) -> ZoneFault {
    var ruleFlaw: Flaw?
    // Every rule in `TZ`, such as `CET-1CEST`, contains a digit, so a string without a digit must
    // be meant as a zone's name.
    if locations.isRuleAllowed, requested.utf8.contains(where: { (0x30...0x39).contains($0) }) {
      do throws(Flaw) { _ = try Zone(rule: requested) } catch { ruleFlaw = error }
    }
    return ZoneFault("TZ", .unknown(requested, folder: locations.folder, asRule: ruleFlaw))
  }

  private func machine() -> ZoneReading {
    let path = locations.localTime
    let name = name(behind: path)
    let file = disk.reading(path, limit: Self.zoneLimit)
    switch file.content {
    case .missing: return ZoneReading(finding: .zone(.utc), isHalf: true)
    case .flawed(let flaw): return ZoneReading(ZoneFault(path, .flawed(flaw)))
    case .bytes(let bytes):
      var reading = reading(path, bytes, name: name ?? self.name(ofCopy: bytes) ?? "", file)
      // If the link /etc/localtime changed while it and its target were read, the name and the
      // bytes may belong to different zones.
      if self.name(behind: path) != name { reading.isHalf = true }
      return reading
    }
  }

  private func reading(
    _ path: String,
    _ bytes: [UInt8],
    name: String,
    _ file: FileReading
  ) -> ZoneReading {
    do throws(Flaw) {
      let zone = try Zone(bytes, name: name)
      var isHalf = file.isHalf
      let place = name.isEmpty ? nil : place(of: name, &isHalf)
      return ZoneReading(finding: .zone(zone), place: place, isHalf: isHalf)
    } catch {
      return ZoneReading(ZoneFault(path, .broken(error)))
    }
  }
}

// MARK: - The zone's name

extension ZoneFiles {
  /// The name of the first zone in a chain of links.
  ///
  /// Later names in the chain are ignored, because a zone's file may link to the file of another
  /// zone, which has the same local time but another location.
  private func name(behind path: String) -> String? {
    var path = path
    for _ in 0..<Self.mostLinks {
      if let name = name(in: path) { return name }
      guard let target = try? disk.readLink(path) else { return nil }
      path = target.hasPrefix("/") ? target : "\(path.parentFolder)/\(target)"
    }
    return nil
  }

  private func name(in path: String) -> String? {
    let parts = path.pathParts.filter { !$0.isEmpty }
    let folder = locations.folder.pathParts.filter { !$0.isEmpty }
    if parts.starts(with: folder), let name = Self.name(parts.dropFirst(folder.count)) {
      return name
    }
    return parts.lastIndex(of: "zoneinfo").flatMap { Self.name(parts[($0 + 1)...]) }
  }

  private static func name(_ parts: ArraySlice<String>) -> String? {
    // The folders `posix` and `right` each contain a second copy of every zone: `posix` without
    // leap seconds, and `right` with leap seconds.
    let isTwin = parts.first == "posix" || parts.first == "right"
    let name = parts.dropFirst(isTwin ? 1 : 0).joined(separator: "/")
    // Ignore a zone called `localtime`, because it would lead back to /etc/localtime.
    return name.leadsBelow && name != "localtime" ? name : nil
  }

  /// The zone's name in /etc/timezone, if /etc/localtime is a copy of the file of that zone.
  private func name(ofCopy bytes: [UInt8]) -> String? {
    let file = disk.reading(locations.timeZone, limit: Self.nameLimit)
    guard case .bytes(let line) = file.content else { return nil }
    let name = String(decoding: line.prefix { $0 > 0x20 }, as: UTF8.self)
    guard name.leadsBelow else { return nil }
    let zone = disk.reading("\(locations.folder)/\(name)", limit: Self.zoneLimit)
    return zone.content == .bytes(bytes) ? name : nil
  }
}

// MARK: - The zone's location

extension ZoneFiles {
  private func place(of zone: String, _ isHalf: inout Bool) -> Place? {
    ZonePlaces.place(of: zone) { table in
      let file = disk.reading("\(locations.folder)/\(table.rawValue)", limit: Self.tableLimit)
      if file.isHalf { isHalf = true }
      guard case .bytes(let bytes) = file.content else { return [] }
      return bytes
    }
  }
}

extension ZoneReading {
  /// Makes the result if no zone was found because of a fault in a file or variable.
  ///
  /// The fault may be temporary, for example while the files are being changed.
  fileprivate init(_ fault: ZoneFault) {
    self.init(finding: .fault(fault), isHalf: true)
  }
}

/// The result of reading the session's time zone from the files.
package struct ZoneReading: Equatable, Sendable {
  /// The zone, or why no zone was found.
  package enum Finding: Equatable, Sendable {
    case zone(Zone)
    case fault(ZoneFault)
  }

  package var finding: Finding
  /// The geographical location of the zone; nil if no table contains the zone.
  package var place: Place?
  /// Whether the zone files may have been read while they were being changed.
  package var isHalf: Bool

  package init(finding: Finding, place: Place? = nil, isHalf: Bool) {
    self.finding = finding
    self.place = place
    self.isHalf = isHalf
  }
}

/// Why a time zone is unusable, and which file or variable is at fault.
package struct ZoneFault: Equatable, Sendable {
  package enum Why: Equatable, Sendable {
    case missing
    case flawed(FileFlaw)
    case broken(Flaw)
    /// The value of `TZ` is neither a zone's name nor a valid rule; `asRule` says why the string is
    /// not a valid rule.
    case unknown(String, folder: String, asRule: Flaw?)
  }

  /// The path of the faulty file, or the name of the faulty environment variable.
  package let place: String
  package let why: Why

  package init(_ place: String, _ why: Why) {
    self.place = place
    self.why = why
  }
}

/// The value of `TZ`, and the paths of the system's zones.
package struct ZonePaths: Equatable, Sendable {
  /// The zone that `TZ` requests; nil to use the system's zone.
  package var requested: String?
  /// Whether `TZ` may contain a rule, such as `CET-1CEST`, instead of a zone's name.
  package var isRuleAllowed = true
  /// The folder that contains the zone files, and the tables of the zones' locations.
  package var folder = "/usr/share/zoneinfo"
  /// The path of a link to the system's zone file, or of a copy of that file.
  package var localTime = "/etc/localtime"
  /// The file that contains the name of the system's zone; a copy of a zone file does not contain
  /// that name.
  package var timeZone = "/etc/timezone"

  package init() {}

  /// Reads `TZ` and `TZDIR` as the C library does; an empty `TZ` is treated as unset.
  package init(environment: (String) -> String?) {
    if let requested = environment("TZ") {
      isRuleAllowed = !requested.hasPrefix(":")
      let text = isRuleAllowed ? requested : String(requested.dropFirst())
      if !text.isEmpty { self.requested = text }
    }
    if let folder = environment("TZDIR"), folder.hasPrefix("/") { self.folder = folder }
  }
}

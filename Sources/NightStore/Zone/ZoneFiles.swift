import NightCore
import NightTime
import NightValues

/// Finds which zone this session has, and reads it.
///
/// `TZ` decides where it says something; else it is what /etc/localtime leads to, or UTC where there
/// is none.
package struct ZoneFiles: Sendable {
  /// More than that is not read.
  private static let zoneLimit = 1 << 20
  private static let tableLimit = 4 << 20
  private static let nameLimit = 4 << 10
  /// As many as Linux follows.
  private static let mostLinks = 40

  private let places: ZonePaths
  private let disk: Disk

  package init(_ paths: ZonePaths, disk: Disk = .system) {
    places = paths
    self.disk = disk
  }

  /// All that may change what is read.
  package var paths: [String] {
    let zone = wishPath.map { [$0] } ?? [places.localTime, places.timeZone]
    return zone + ZonePlaces.Table.allCases.map { "\(places.folder)/\($0.rawValue)" }
  }

  package func read() -> ZoneReading {
    guard let wish = places.wish, let path = wishPath else { return machine() }
    return wished(wish, at: path)
  }
}

// MARK: - The zone

extension ZoneFiles {
  private var wishPath: String? {
    guard let wish = places.wish else { return nil }
    return wish.hasPrefix("/") ? wish : "\(places.folder)/\(wish)"
  }

  private func wished(_ wish: String, at path: String) -> ZoneReading {
    guard wish.hasPrefix("/") || wish.leadsBelow else { return ZoneReading(unknown(wish)) }
    let file = disk.reading(path, limit: Self.zoneLimit)
    if case .bytes(let bytes) = file.content {
      return reading(path, bytes, name: name(behind: path) ?? "", file)
    }
    if places.isRuleAllowed, let zone = try? Zone(rule: wish) {
      return ZoneReading(finding: .zone(zone), isHalf: false)
    }
    switch file.content {
    case .flawed(let flaw): return ZoneReading(ZoneFault(path, .flawed(flaw)))
    case .missing where wish.hasPrefix("/"): return ZoneReading(ZoneFault(path, .missing))
    case .missing, .bytes: return ZoneReading(unknown(wish))
    }
  }

  private func unknown(_ wish: String) -> ZoneFault {
    var ruleFlaw: Flaw?
    // What has no digit was meant for a name.
    if places.isRuleAllowed, wish.utf8.contains(where: { (0x30...0x39).contains($0) }) {
      do throws(Flaw) { _ = try Zone(rule: wish) } catch { ruleFlaw = error }
    }
    return ZoneFault("TZ", .unknown(wish, folder: places.folder, asRule: ruleFlaw))
  }

  private func machine() -> ZoneReading {
    let path = places.localTime
    let file = disk.reading(path, limit: Self.zoneLimit)
    switch file.content {
    case .missing: return ZoneReading(finding: .zone(.utc), isHalf: true)
    case .flawed(let flaw): return ZoneReading(ZoneFault(path, .flawed(flaw)))
    case .bytes(let bytes):
      return reading(path, bytes, name: name(behind: path) ?? name(ofCopy: bytes) ?? "", file)
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

// MARK: - Its name

extension ZoneFiles {
  /// The first name on the way that a link leads.
  ///
  /// What a zone's own file links to is another zone, with the same clocks and another place.
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
    let folder = places.folder.pathParts.filter { !$0.isEmpty }
    if parts.starts(with: folder), let name = Self.name(parts.dropFirst(folder.count)) {
      return name
    }
    return parts.lastIndex(of: "zoneinfo").flatMap { Self.name(parts[($0 + 1)...]) }
  }

  private static func name(_ parts: ArraySlice<String>) -> String? {
    // The same zones, without leap seconds and with them.
    let isTwin = parts.first == "posix" || parts.first == "right"
    let name = parts.dropFirst(isTwin ? 1 : 0).joined(separator: "/")
    // That leads back to the machine's own.
    return name.leadsBelow && name != "localtime" ? name : nil
  }

  /// What /etc/timezone says, if that is the zone of the copy.
  private func name(ofCopy bytes: [UInt8]) -> String? {
    let file = disk.reading(places.timeZone, limit: Self.nameLimit)
    guard case .bytes(let line) = file.content else { return nil }
    let name = String(decoding: line.prefix { $0 > 0x20 }, as: UTF8.self)
    guard name.leadsBelow else { return nil }
    let zone = disk.reading("\(places.folder)/\(name)", limit: Self.zoneLimit)
    return zone.content == .bytes(bytes) ? name : nil
  }
}

// MARK: - Its place

extension ZoneFiles {
  private func place(of zone: String, _ isHalf: inout Bool) -> Place? {
    ZonePlaces.place(of: zone) { table in
      let file = disk.reading("\(places.folder)/\(table.rawValue)", limit: Self.tableLimit)
      if file.isHalf { isHalf = true }
      guard case .bytes(let bytes) = file.content else { return [] }
      return bytes
    }
  }
}

extension ZoneReading {
  /// A fault may be mended the next moment.
  fileprivate init(_ fault: ZoneFault) {
    self.init(finding: .fault(fault), isHalf: true)
  }
}

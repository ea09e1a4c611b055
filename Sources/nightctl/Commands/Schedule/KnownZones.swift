import NightCore
import NightStore

/// The zones that this machine has.
struct KnownZones {
  struct Missing: Error {
    let fault: ZoneFault
  }

  private let paths: ZonePaths
  private static let tableLimit = 4 << 20

  init(_ environment: (String) -> String?) { paths = ZonePaths(environment: environment) }

  /// The one that this session has, and its place.
  func machine() throws(Missing) -> (Zone, Place?) { try Self.read(paths) }

  /// The one that a daemon follows, by the name or the rule that it tells; nil where there is none
  /// here.
  func zone(of daemon: String) -> Zone? {
    var paths = paths
    paths.wish = daemon
    paths.isRuleAllowed = true
    return try? Self.read(paths).0
  }

  func zone(named name: String) throws(Missing) -> (Zone, Place?) {
    var paths = paths
    paths.wish = name
    paths.isRuleAllowed = false
    return try Self.read(paths)
  }

  /// All that have a name; none where the machine has no list of them.
  var names: [String] {
    let path = "\(paths.folder)/\(ZonePlaces.Table.links.rawValue)"
    let file = Disk.system.reading(path, limit: Self.tableLimit)
    guard case .bytes(let bytes) = file.content else { return [] }
    return ZonePlaces.names(tzdata: bytes)
  }

  private static func read(_ paths: ZonePaths) throws(Missing) -> (Zone, Place?) {
    let reading = ZoneFiles(paths).read()
    switch reading.finding {
    case .zone(let zone): return (zone, reading.place)
    case .fault(let fault): throw Missing(fault: fault)
    }
  }
}

import NightBus
import NightCore
import NightStore
import NightTime

extension Messages {
  /// Of the files that say where this is, all or those below one folder.
  static func zoneNotWatched(in folder: String?, _ error: BusError) -> String {
    "cannot watch \(folder ?? "the zone's files") (\(error)); another zone is seen at the next change "
      + "of the style, and at the next start"
  }

  /// What stands after the name of the file, or of the variable.
  static func half(_ fault: ZoneFault, serving zone: Zone) -> String {
    let serving = zone.name.isEmpty ? "the zone read before" : zone.name
    return "\(half(fault.why)); \(serving) serves until it is mended"
  }

  private static func half(_ why: ZoneFault.Why) -> String {
    switch why {
    case .missing: return "is not there"
    case .flawed(let flaw): return half(flaw)
    case .broken(let flaw): return "is no zone: \(flaw)"
    case .unknown(let name, let folder, let flaw):
      let rule = flaw.map { ", and as a rule is wrong at \($0)" } ?? ""
      return "names \(Excerpt(name)), which is not in \(folder)\(rule)"
    }
  }
}

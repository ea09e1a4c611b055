import NightBus
import NightCore
import NightStore

/// The sentences about the schedule.
extension Words {
  static func noDate(_ option: Option, _ word: String) -> String {
    "\(Excerpt(word)) after \(option.name) is not a date; expected one such as 2026-11-21 or "
      + "2026-11-21T07:30"
  }

  static let endsBeforeItBegins = "--to is before --from"

  static func tooLong(_ years: Int) -> String { "--to is more than \(years) years after --from" }

  static func noYear(_ word: String) -> String {
    "\(Excerpt(word)) after --year is not a year; expected one from 1 to 9999"
  }

  static func flawed(_ option: Option, _ why: String) -> String { "in \(option.name): \(why)" }

  static func unknownZone(_ name: String, _ fault: ZoneFault, _ known: [String]) -> String {
    guard case .unknown(_, let folder, _) = fault.why else {
      return flawed(.zone, "\(Excerpt(fault.place)) \(half(fault.why))")
    }
    let meant = ZonePlaces.meant(name, among: known).map { "; did you mean “\($0)”?" } ?? ""
    return "\(Excerpt(name)) is no zone in \(folder)" + meant
  }

  static func noZone(_ fault: ZoneFault) -> String {
    "\(fault.place) \(half(fault.why)); --zone names another zone"
  }

  private static func half(_ why: ZoneFault.Why) -> String {
    switch why {
    case .missing: "is not there"
    case .broken(let flaw): "is no zone: \(flaw.message)"
    case .unknown(let name, let folder, _): "names \(Excerpt(name)), which is not in \(folder)"
    case .flawed(.folder): "is a folder"
    case .flawed(.tooLarge): "is too large for a zone"
    case .flawed(.unreadable(let refusal)): "cannot be read: \(SystemError.message(refusal.code))"
    case .flawed(.linkLoop), .flawed(.linkToNothing): "is a link that leads nowhere"
    case .flawed(.notAFile), .flawed(.writableByAll), .flawed(.notOwn): "is no file"
    }
  }

  static func cannotWrite(_ file: String, _ why: String) -> String {
    "cannot write \(Excerpt(path: file)): \(why)"
  }

  static let isFolder = "it is a folder; name a file in it"
}

import NightBus
import NightCore
import NightStore

/// Properties of the readers of short texts, which people and other programs write.
enum ShortTexts {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    switch bytes.first ?? 0 {
    case UInt8(ascii: "c"): try clockTable(text)
    case UInt8(ascii: "i"): try instant(text)
    case UInt8(ascii: "a"): try accent(text)
    case UInt8(ascii: "h"): try history(bytes)
    case UInt8(ascii: "p"): _ = try? PlaceFile.place(Array(bytes.dropFirst()))
    case UInt8(ascii: "m"): try moment(bytes)
    case UInt8(ascii: "s"): try signature(text)
    case UInt8(ascii: "n"): try names(text)
    case UInt8(ascii: "w"): try nearestWord(text)
    default: try environment(text)
    }
  }

  private static func clockTable(_ text: String) throws(Finding) {
    let table: ClockTable
    do throws(Flaw) { table = try ClockTable(text) } catch {
      guard case .names(let parts, _) = error.location else { throw Finding("no part: \(error)") }
      return try assure(
        parts.allSatisfy { text.contains($0) || $0.isEmpty },
        "\(parts) is not in “\(text)”"
      )
    }
    let minutes = table.entries.map(\.minute)
    try assure(!minutes.isEmpty && minutes == Set(minutes).sorted(), "no order: \(minutes)")
    for minute in [-1, 0, 719, 1439, 1440] {
      try assure(table.style(atMinute: minute) != nil, "no style at \(minute) of “\(text)”")
    }
    let written = table.entries.map { entry in
      let (hour, minute) = entry.minute.quotientAndRemainder(dividingBy: 60)
      return "\(hour / 10)\(hour % 10):\(minute / 10)\(minute % 10)=\(entry.style.rawValue)"
    }.joined(separator: ",")
    try assure((try? ClockTable(written)) == table, "“\(text)” is not the same as “\(written)”")
  }

  private static func accent(_ text: String) throws(Finding) {
    guard let wish = AccentPreference(text) else { return }
    try assure(AccentPreference(wish.text) == wish, "“\(text)” becomes \(wish.text)")
  }

  private static func history(_ bytes: [UInt8]) throws(Finding) {
    guard let entry = HistoryEntry(line: bytes.dropFirst()) else { return }
    let again = HistoryEntry(line: entry.line.utf8)
    try assure(again == entry, "\(entry) becomes \(String(describing: again))")
  }

  private static func instant(_ text: String) throws(Finding) {
    guard let instant = Instant(iso: text) else { return }
    try assure(Instant(iso: instant.iso) == instant, "“\(text)” becomes \(instant.iso)")
  }

  private static func moment(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes.dropFirst())
    let instant = Instant(microseconds: source.number())
    guard let again = Instant(iso: instant.iso) else {
      throw Finding("\(instant) is written as \(instant.iso), which is not read")
    }
    let isShort = (-62_135_596_800_000_000..<253_402_300_800_000_000)
      .contains(instant.microseconds)
    try assure(again == instant || !isShort, "\(instant) becomes \(again)")
    let change: Int64 = source.number()
    let moved = instant.adding(microseconds: change)
    try assure(change < 0 ? moved <= instant : moved >= instant, "\(instant) + \(change)")
  }

  private static func signature(_ text: String) throws(Finding) {
    guard let signature = try? Signature(checking: text) else { return }
    try assure(signature.description == text, "“\(text)” becomes “\(signature)”")
  }

  private static func names(_ text: String) throws(Finding) {
    for kind: any CheckedName.Type in [
      BusName.self, ObjectPath.self, InterfaceName.self, MemberName.self, ErrorName.self,
    ] {
      guard let name: any CheckedName = kind.init(text) else { continue }
      try assure(name.text == text, "“\(text)” becomes “\(name)”")
    }
    var rule = MatchRule(argument0: text)
    rule.member = MemberName(text)
    try assure(!rule.text.isEmpty && !Excerpt(text).description.isEmpty, "nothing for “\(text)”")
  }

  private static func nearestWord(_ text: String) throws(Finding) {
    let known = ["--help", "--version", "light", "dark", "schedule", "system", "toggle", "é"]
    guard let nearest = NearestWord.to(text, among: known) else { return }
    try assure(known.contains(nearest), "“\(nearest)” is not known")
  }

  private static func environment(_ text: String) throws(Finding) {
    let address = try? SessionBus.address { $0 == "DBUS_SESSION_BUS_ADDRESS" ? text : nil }
    try assure(address?.isEmpty != true, "an empty address out of “\(text)”")
    _ = try? SessionBus.address { $0 == "XDG_RUNTIME_DIR" ? text : nil }
    if let places = StandardFolders(environment: { $0 == "HOME" ? text : nil }) {
      try assure(places.stateFolder.hasPrefix("/"), "\(places.stateFolder) is not absolute")
    }
  }
}

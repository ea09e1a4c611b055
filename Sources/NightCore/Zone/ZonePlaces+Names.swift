extension ZonePlaces {
  /// The names of all zones, other names of one included, as `tzdata.zi` has them; sorted.
  package static func names(tzdata: [UInt8]) -> [String] {
    var names: [String] = []
    for line in tzdata.split(separator: UInt8(ascii: "\n")) {
      // `Z NAME OFFSET …` or `L TARGET NAME`.
      guard line.first == UInt8(ascii: "Z") || line.first == UInt8(ascii: "L") else { continue }
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard fields.count >= 3 else { continue }
      let isLink = line.first == UInt8(ascii: "L")
      names.append(String(decoding: isLink ? fields[2] : fields[1], as: UTF8.self))
    }
    return names.sorted()
  }

  /// The name that someone probably meant: `Europe/Berlin` for `europe/berln` or `berlin`.
  package static func meant(_ word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    func nearest(_ part: (String) -> String) -> String? {
      let parts = names.map { part($0).lowercased() }
      return NearestWord.to(word, among: parts).flatMap { parts.firstIndex(of: $0) }.map {
        names[$0]
      }
    }
    return nearest { $0 }
      ?? nearest { name in name.split(separator: "/").last.map(String.init) ?? "" }
  }
}

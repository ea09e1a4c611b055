import TestSupport

extension Writers {
  /// Holds what is stored against what was answered.
  ///
  /// Every change counts one serial and is stored with one revision, so both grow alike.
  func check(_ desk: Desk, since before: Int, _ tally: inout Tally, _ place: String) {
    guard let revision = desk.storedRevision, let style = desk.storedStyle else {
      return tally.note(.lost, "\(place): no whole store: \(desk.home.text(Desk.store) ?? "none")")
    }
    let stored = revision - before
    let answered = lastSerial - firstSerial
    guard stored >= answered else {
      return tally.note(.lost, "\(place): \(answered) changes answered, \(stored) stored")
    }
    if stored == answered, let last = lastStyle, last != style {
      tally.note(.lost, "\(place): \(last) answered, \(style) stored")
    }
  }
}

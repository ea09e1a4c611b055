import TestSupport

extension Writers {
  /// Compares the stored file with the replies.
  ///
  /// Each change increases both the serial and the revision by one, so both must have grown
  /// equally.
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

import NightBus
import NightContract
import NightCore

/// Properties of every preference value, in each format.
enum Forms {
  static func check(_ value: PreferenceValue) throws(Finding) {
    // Values that are nested more deeply are refused before they are written anywhere.
    guard value.depth <= PreferenceLimits.depth else { return }
    try json(value)
    try bus(value)
    try list(value, isRead: false)
  }

  private static func json(_ value: PreferenceValue) throws(Finding) {
    for isPretty in [true, false] {
      let text = value.json.text(pretty: isPretty)
      let again: PreferenceValue
      do { again = try PreferenceValue(try JSONReader.read(Array(text.utf8))) } catch {
        throw Finding("what was written cannot be read: \(error): \(text)")
      }
      try assure(again == value, "\(value) was written and read as \(again)")
      try assure(again.json.text(pretty: isPretty) == text, "\(text) is not written twice alike")
    }
  }

  private static func bus(_ value: PreferenceValue) throws(Finding) {
    let told = BusValue.variant(value.bus)
    do throws(BusError) { try ValueLimits.sending.check([told]) } catch {
      throw Finding("\(value) cannot be told: \(error)")
    }
    try assure(PreferenceValue(told) == value, "\(value) does not come back from the bus")
  }

  /// A value that was read from a property list can be written as one; other values need not be.
  static func list(_ value: PreferenceValue, isRead: Bool) throws(Finding) {
    let text: String
    do throws(Flaw) { text = try PropertyList.text(value) } catch {
      return try assure(!isRead && error.position == nil, "\(value) cannot be written: \(error)")
    }
    let again: PreferenceValue
    do throws(Flaw) { again = try PropertyList.value(Array(text.utf8)) } catch {
      throw Finding("what was written cannot be read: \(error): \(text)")
    }
    try assure(again == value, "\(value) was written and read as \(again)")
    try assure((try? PropertyList.text(again)) == text, "\(text) is not written twice alike")
  }
}

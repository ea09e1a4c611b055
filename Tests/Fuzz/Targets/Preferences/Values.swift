import NightBus
import NightContract
import NightCore

/// Properties of the values that callers may write as a preference.
enum Values {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    while !source.isEmpty {
      let sent = source.value()
      // A bus does not deliver any other value.
      guard (try? ValueLimits.sending.check([.variant(sent)])) != nil,
        let value = PreferenceValue(sent)
      else { continue }
      try Forms.check(value)
    }
  }
}

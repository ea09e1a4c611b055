import NightBus
import NightContract
import NightValues

/// Properties of the values that callers may write as a preference.
enum Values {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    var source = ByteSource(bytes)
    while !source.isEmpty {
      let sent = source.value()
      // No other value gets through a bus.
      guard (try? ValueLimits.sending.check([.variant(sent)])) != nil,
        let value = PreferenceValue(sent)
      else { continue }
      try Forms.check(value)
    }
  }
}

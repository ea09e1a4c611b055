package import NightBus
package import NightCore
package import NightValues

/// One edit as an argument of `Write`: the application, the key, and an array of at most one value.
extension PreferenceEdit {
  package static let busType = BusType.structure([.string, .string, .array(.variant)])

  package var bus: BusValue {
    let (application, name) =
      switch subject {
      case .key(let key): (key.application, key.name)
      case .application(let application): (application, "")
      }
    let values = value.map { [BusValue.variant($0.bus)] } ?? []
    return .structure([.string(application), .string(name), .array(.variant, values)])
  }

  package init(_ bus: BusValue) throws(Flaw) {
    guard case .structure(let fields) = bus, fields.count == 3,
      let application = fields[0].asString,
      let name = fields[1].asString, case .array(.variant, let values) = fields[2]
    else {
      throw Flaw("an edit is an application, a key and a value")
    }
    guard let given = values.first else {
      guard !name.isEmpty || application.isEmpty else {
        try PreferenceKey.checkApplication(application)
        self.init(forgetting: application)
        return
      }
      self.init(try PreferenceKey(name, of: application), nil)
      return
    }
    let key = try PreferenceKey(name, of: application)
    guard values.count == 1, let value = PreferenceValue(given) else {
      throw Flaw("the value of \(key.named) is none that a preference can have")
    }
    self.init(key, value)
  }
}

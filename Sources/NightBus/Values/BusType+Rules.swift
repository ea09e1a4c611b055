extension BusType {
  /// How deep arrays may nest in a signature, and structures.
  static let nestingLimit = 32

  /// The length of its code.
  ///
  /// Throws where no signature may hold it: libdbus ends the process for such a type.
  func checkedLength(arrays: Int = 0, structures: Int = 0) throws(BusError) -> Int {
    guard max(arrays, structures) <= Self.nestingLimit else {
      throw .tooLarge("a type nests more than \(Self.nestingLimit) deep")
    }
    switch self {
    case .array(let element):
      return 1 + (try element.checkedLength(arrays: arrays + 1, structures: structures))
    case .structure(let fields):
      guard !fields.isEmpty else { throw .malformed("a structure must have a field") }
      var length = 2
      for field in fields {
        length += try field.checkedLength(arrays: arrays, structures: structures + 1)
      }
      return length
    case .dictionary(let key, let value):
      guard key.isBasic else { throw .malformed("a dictionary's key must be a basic type") }
      return 4 + (try value.checkedLength(arrays: arrays + 1, structures: structures + 1))
    default: return 1
    }
  }
}

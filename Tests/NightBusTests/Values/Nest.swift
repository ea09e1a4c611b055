import NightBus

/// Different ways to nest values in containers.
enum Nest: CaseIterable {
  case variants, arrays, structures

  /// A byte inside `levels` containers.
  func value(levels: Int) -> BusValue {
    (0..<levels).reduce(BusValue.byte(7)) { inner, _ in wrap(inner) }
  }

  private func wrap(_ inner: BusValue) -> BusValue {
    switch self {
    case .variants: .variant(inner)
    case .arrays: .array(inner.type, [inner])
    case .structures: .structure([inner])
    }
  }
}

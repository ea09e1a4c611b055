/// What came of one question that was asked without starting anyone.
package enum Answer<Value: Equatable & Sendable>: Equatable, Sendable {
  case told(Value)
  /// Somebody is there and says nothing within the time.
  case silent
  /// Nobody is there, or they do not know of it.
  case none

  package var value: Value? {
    if case .told(let value) = self { value } else { nil }
  }

  package var isSilent: Bool { if case .silent = self { true } else { false } }
}

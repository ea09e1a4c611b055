package import NightBus
package import NightCore

/// Methods of the interfaces `Preferences` and `Control`; only `Control` reads private preferences.
///
/// The first argument is the application, or an empty string for the desktop's own preferences.
extension Request<(String, String), (AnyPreference, UInt64)> {
  package static func read(_ interface: InterfaceName) -> Self {
    Self(.reads, interface, "Read", "app", "key", gives: "value", "revision")
  }
}

extension Request<String, (PreferenceMembers, UInt64)> {
  package static func readAll(_ interface: InterfaceName) -> Self {
    Self(.reads, interface, "ReadAll", "app", gives: "values", "revision")
  }
}

extension Request<(String, String), (PreferenceOrigin, String)> {
  package static func origin(_ interface: InterfaceName) -> Self {
    Self(.reads, interface, "Origin", "app", "key", gives: "origin", "place")
  }
}

extension Request<(String, String), [LayerRow]> {
  package static func explain(_ interface: InterfaceName) -> Self {
    Self(.reads, interface, "Explain", "app", "key", gives: "layers")
  }
}

extension Request<Void, ApplicationChoices> {
  package static func applications(_ interface: InterfaceName) -> Self {
    Self(.reads, interface, "Applications", gives: "applications")
  }
}

extension Request<(PreferenceEdits, WriteOptions), UInt64> {
  package static var write: Self {
    Self(.changes, .control, "Write", "edits", "options", gives: "revision")
  }
}

extension Request<(NamedApplication, ApplicationChoice), Void> {
  package static var setFor: Self { Self(.changes, .control, "SetFor", "app", "choice") }
}

extension Request<Void, (String, UInt64)> {
  package static var export: Self { Self(.reads, .control, "Export", gives: "json", "revision") }
}

extension Request<Void, [PreferenceFinding]> {
  package static var check: Self { Self(.reads, .control, "Check", gives: "findings") }
}

/// A value of any type that a preference can have.
package struct AnyPreference: BusForm {
  package let value: PreferenceValue

  package init(_ value: PreferenceValue) { self.value = value }

  package static var busType: BusType { .variant }
  package static func read(_ bus: BusValue) -> AnyPreference? {
    guard case .variant(let inner) = bus else { return nil }
    return PreferenceValue(inner).map(AnyPreference.init)
  }
  package var bus: BusValue { .variant(value.bus) }
}

/// Preferences with their values, but without the values whose types this version does not know.
package struct PreferenceMembers: BusForm {
  package let members: [PreferenceValue.Member]

  package init(_ members: [PreferenceValue.Member]) { self.members = members }

  package static var busType: BusType { .dictionary(.string, .variant) }
  package static func read(_ bus: BusValue) -> PreferenceMembers? {
    guard case .dictionary(.string, .variant, let entries) = bus else { return nil }
    return PreferenceMembers(
      entries.compactMap { entry in
        guard let name = entry.key.asString, let value = PreferenceValue(entry.value) else {
          return nil
        }
        return PreferenceValue.Member(name: name, value: value)
      }
    )
  }
  package var bus: BusValue { .options(members.map { ($0.name, $0.value.bus) }) }
}

/// The applications that have their own preferences, each with its choice as a keyword.
package struct ApplicationChoices: BusForm {
  package let choices: [(application: String, choice: String)]

  package init(_ choices: [(application: String, choice: String)]) { self.choices = choices }

  package static var busType: BusType { .dictionary(.string, .string) }
  package static func read(_ bus: BusValue) -> ApplicationChoices? {
    guard case .dictionary(.string, .string, let entries) = bus else { return nil }
    return ApplicationChoices(
      entries.compactMap { entry in
        guard let name = entry.key.asString, let choice = entry.value.asString else { return nil }
        return (name, choice)
      }
    )
  }
  package var bus: BusValue {
    let entries = choices.map {
      BusValue.Entry(key: .string($0.application), value: .string($0.choice))
    }
    return .dictionary(.string, .string, entries)
  }
}

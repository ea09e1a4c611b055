/// Having properties follow, of any object and without a line of code for each.
extension Night {
  /// Sets a property to what the theme gives for a key: now, and with each change for as long as the
  /// object lives.
  ///
  /// Bound again, to the same or another key, a property follows the last one alone.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    _ property: ReferenceWritableKeyPath<Object, Value>,
    to key: ThemeKey<Value>,
    on object: Object
  ) -> Subscription {
    bind(property, on: object) { $0[key] }
  }

  /// The same for a property that may have none.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    _ property: ReferenceWritableKeyPath<Object, Value?>,
    to key: ThemeKey<Value>,
    on object: Object
  ) -> Subscription {
    bind(property, on: object) { $0[key] }
  }

  /// The same with a value that is made of each appearance.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    _ property: ReferenceWritableKeyPath<Object, Value>,
    on object: Object,
    _ value: @escaping @MainActor (Appearance) -> Value
  ) -> Subscription {
    let key = BoundProperty(object: ObjectIdentifier(object), property: property)
    return observe(by: object, key: key) { object, appearance in
      object[keyPath: property] = value(appearance)
    }
  }
}

private struct BoundProperty: Hashable {
  let object: ObjectIdentifier
  let property: AnyKeyPath
}

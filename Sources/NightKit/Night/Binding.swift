/// Bindings set properties from the theme, for classes that do not support themes themselves.
///
/// A binding lasts as long as its object lives. If you bind the same property again, the new
/// binding replaces the earlier one.
extension Night {
  /// Sets a property to the theme's value for a key, now and after each change.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - key: The key of the value.
  ///   - object: The object that has the property.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    _ property: ReferenceWritableKeyPath<Object, Value>,
    to key: ThemeKey<Value>,
    on object: Object
  ) -> Subscription {
    bind(property, on: object) { $0[key] }
  }

  /// Sets an optional property to the theme's value for a key, now and after each change.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - key: The key of the value.
  ///   - object: The object that has the property.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    _ property: ReferenceWritableKeyPath<Object, Value?>,
    to key: ThemeKey<Value>,
    on object: Object
  ) -> Subscription {
    bind(property, on: object) { $0[key] }
  }

  /// Sets a property to the theme's value for a key, converted by `make`, now and after each
  /// change.
  ///
  /// ```swift
  /// night.bind(\.background, to: .surface, as: NativeColor.init, on: view)
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - key: The key of the value.
  ///   - make: A function that makes the property's value, such as an initializer of the toolkit's
  ///     colour.
  ///   - object: The object that has the property.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value, Native>(
    _ property: ReferenceWritableKeyPath<Object, Native>,
    to key: ThemeKey<Value>,
    as make: @escaping @MainActor (Value) -> Native,
    on object: Object
  ) -> Subscription {
    bind(property, on: object) { make($0[key]) }
  }

  /// Sets a property to a value that you make from the appearance, now and after each change.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - object: The object that has the property.
  ///   - value: Makes the property's value from an appearance.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value>(
    _ property: ReferenceWritableKeyPath<Object, Value>,
    on object: Object,
    _ value: @escaping @MainActor (Appearance) -> Value
  ) -> Subscription {
    let key = BoundProperty(object: ObjectIdentifier(object), property: property)
    fading.known?.frames.cancel(key: key)
    return observe(by: object, key: key) { object, appearance in
      object[keyPath: property] = value(appearance)
    }
  }
}

/// Bindings that fade a property to each new value.
extension Night {
  /// Sets a property to the theme's value for a key, and fades the property to each new value.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - key: The key of the value.
  ///   - object: The object that has the property.
  ///   - isFading: Whether the property fades; if false, it gets each new value at once.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value: Mixable>(
    _ property: ReferenceWritableKeyPath<Object, Value>,
    to key: ThemeKey<Value>,
    on object: Object,
    fading isFading: Bool
  ) -> Subscription {
    bind(property, on: object, fading: isFading) { $0[key] }
  }

  /// Sets an optional property to the theme's value for a key, and fades the property to each new
  /// value.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - key: The key of the value.
  ///   - object: The object that has the property.
  ///   - isFading: Whether the property fades; if false, it gets each new value at once.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value: Mixable>(
    _ property: ReferenceWritableKeyPath<Object, Value?>,
    to key: ThemeKey<Value>,
    on object: Object,
    fading isFading: Bool
  ) -> Subscription {
    bind(property, on: object, fading: isFading) { $0[key] }
  }

  /// Sets a property to the theme's value for a key, converted by `make`, and fades the property to
  /// each new value.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - key: The key of the value.
  ///   - make: A function that makes the property's value, such as an initializer of the toolkit's
  ///     colour.
  ///   - object: The object that has the property.
  ///   - isFading: Whether the property fades; if false, it gets each new value at once.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value: Mixable, Native>(
    _ property: ReferenceWritableKeyPath<Object, Native>,
    to key: ThemeKey<Value>,
    as make: @escaping @MainActor (Value) -> Native,
    on object: Object,
    fading isFading: Bool
  ) -> Subscription {
    guard isFading else { return bind(property, to: key, as: make, on: object) }
    return bindFrames(property, on: object, { $0[key] }, as: make)
  }

  /// Sets a property to a value that you make from the appearance, and fades the property to each
  /// new value.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - object: The object that has the property.
  ///   - isFading: Whether the property fades; if false, it gets each new value at once.
  ///   - value: Makes the property's value from an appearance.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func bind<Object: AnyObject, Value: Mixable>(
    _ property: ReferenceWritableKeyPath<Object, Value>,
    on object: Object,
    fading isFading: Bool,
    _ value: @escaping @MainActor (Appearance) -> Value
  ) -> Subscription {
    guard isFading else { return bind(property, on: object, value) }
    return bindFrames(property, on: object, value) { $0 }
  }

  @MainActor
  private func bindFrames<Object: AnyObject, Value: Mixable, Native>(
    _ property: ReferenceWritableKeyPath<Object, Native>,
    on object: Object,
    _ value: @escaping @MainActor (Appearance) -> Value,
    as make: @escaping @MainActor (Value) -> Native
  ) -> Subscription {
    let key = BoundProperty(object: ObjectIdentifier(object), property: property)
    main.cancel(key: key)
    return observeFrames(by: object, key: key, value) { object, value in
      object[keyPath: property] = make(value)
    }
  }
}

private struct BoundProperty: Hashable {
  let object: ObjectIdentifier
  let property: AnyKeyPath
}

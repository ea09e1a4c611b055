/// A value that tells whoever asked for it of each change, in the order in which they asked.
///
/// An application's own models may stand on it; `ThemeProvider`s do. Those who are told may read it,
/// subscribe, cancel and set it: what is set meanwhile is told once everybody has heard the present
/// value, and of several only the last. What was missed in a pause is told by the main actor's executor;
/// a program that does not run it tells that with the next change.
@MainActor
public final class SubscribableValue<Value> {
  private let hall = Hall<Value>()
  private var number: UInt64 = 1

  /// What it is now.
  public var value: Value {
    didSet {
      number += 1
      tell()
    }
  }

  /// Begins with a value, of which nobody is told.
  public init(_ value: Value) { self.value = value }

  /// Tells of each change from now on, for as long as what is returned is kept.
  public func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> Subscription {
    let ticket = Ticket()
    hall.add(ticket, at: number, value) { value in
      handler(value)
      return true
    }
    return subscription(ticket, lastsWithOwner: false)
  }

  /// Tells of each change from now on, for as long as the owner lives; the owner is not kept.
  @discardableResult
  public func subscribe<Owner: AnyObject>(
    by owner: Owner,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    subscribe(by: owner, key: nil, handler)
  }

  func subscribe<Owner: AnyObject>(
    by owner: Owner,
    key: AnyHashable?,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    let ticket = Ticket()
    hall.add(ticket, key: key, owner: owner, at: number, value) { [weak owner] value in
      guard let owner else { return false }
      handler(owner, value)
      return true
    }
    return subscription(ticket, lastsWithOwner: true)
  }

  private func subscription(_ ticket: Ticket, lastsWithOwner: Bool) -> Subscription {
    Subscription(ticket, lastsWithOwner: lastsWithOwner) { [weak self, ring] in
      if let ring { return ring() }
      Task { @MainActor in self?.tell() }
    }
  }

  /// Has `tell` called soon, where the main actor's executor is not run by the program.
  var ring: (@Sendable () -> Void)?

  func tell() { hall.tell { (number, value) } }

  /// Makes somebody's first call; what is set in it is told once it is over.
  func first(_ call: () -> Void) { hall.first(call) { (number, value) } }
}

extension SubscribableValue where Value: Equatable {
  /// Sets it where that is another than it was, and answers whether it was.
  @discardableResult
  public func set(_ new: Value) -> Bool {
    guard new != value else { return false }
    value = new
    return true
  }
}

import NightClient
import NightContract
import NightCore

/// A theme in the list of installed themes, without its values.
public struct ThemeListing: Equatable, Sendable {
  /// The name by which users choose the theme.
  public let name: String
  /// The style that the theme is for, or nil if the theme's file cannot be read.
  public let style: Style?
  /// A sentence that describes the theme; nil if the theme's file has no description.
  public let description: String?
  /// The theme's author; nil if the theme's file mentions no author.
  public let author: String?
  /// Whether the theme was chosen, permanently or temporarily, for the desktop or an application.
  public let isInUse: Bool
  /// Why the theme cannot be used, as a sentence; nil if the theme can be used.
  public let flaw: String?

  /// Makes a list entry from your own values, for previews and tests.
  ///
  /// - Parameters:
  ///   - name: The name by which users choose the theme.
  ///   - style: The style that the theme is for, or nil if the theme's file cannot be read.
  ///   - description: A sentence that describes the theme.
  ///   - author: The theme's author.
  ///   - isInUse: Whether the theme was chosen, permanently or temporarily, for the desktop or an
  ///     application.
  ///   - flaw: Why the theme cannot be used, as a sentence.
  public init(
    _ name: String,
    _ style: Style?,
    description: String? = nil,
    author: String? = nil,
    isInUse: Bool = false,
    flaw: String? = nil
  ) {
    self.name = name
    self.style = style
    self.description = description
    self.author = author
    self.isInUse = isInUse
    self.flaw = flaw
  }

  init(_ summary: ThemeSummary) {
    name = summary.name
    style = summary.style.map(Style.init)
    description = summary.description
    author = summary.author
    isInUse = summary.isInUse
    flaw = summary.flaw
  }
}

/// The installed themes.
extension Night {
  /// Lists all installed themes, in the order in which `chooseNextTheme` selects them.
  ///
  /// - Returns: The themes, including those that cannot be used.
  /// - Throws: A `NightError`.
  public func themes() async throws(NightError) -> [ThemeListing] {
    if let previewDaemon { return try await previewDaemon.answer { $0.listings } }
    return try await Self.themes(shared())
  }

  private static func themes(_ shared: SharedState) async throws(NightError) -> [ThemeListing] {
    try await shared.ask { client, then in
      client.start(Request.themes.with(())) { then($0.map { $0.map(ThemeListing.init) }) }
    }
  }

  /// An asynchronous sequence that yields the installed themes now, and the new list after each
  /// change.
  ///
  /// The list changes when a theme is installed, removed or put to use, and when a theme becomes
  /// usable or unusable. While nightd cannot answer, the sequence waits. The sequence ends when the
  /// `Night` is released. If the environment specifies no session bus, the sequence ends at once.
  public var themeLists: ThemeLists {
    if let previewDaemon {
      return ThemeLists(changes: previewDaemon.themeListChanges) { [weak previewDaemon] in
        previewDaemon?.read { $0.failure == nil ? $0.listings : nil }
      }
    }
    guard let shared = engine?.shared else {
      return ThemeLists(changes: AsyncStream { nil }) { nil }
    }
    return ThemeLists(changes: shared.themeListChanges) { [weak shared] in
      guard let shared else { return nil }
      return try? await Self.themes(shared)
    }
  }

  /// Asks for a theme with all its values; the theme need not be in use.
  ///
  /// - Parameter name: The theme's name, such as `midnight`.
  /// - Returns: The theme.
  /// - Throws: A `NightError`: `refused` if no theme has this name, or if its file has a mistake.
  ///   The error suggests the nearest name, or describes the mistake in the file. If nightd cannot
  ///   be reached, only the built-in themes are found.
  public func theme(named name: String) async throws(NightError) -> Theme {
    if let previewDaemon {
      return try await previewDaemon.answer { (state) throws(NightError) in try state.theme(name) }
    }
    // Refuse names that are keywords on the bus, such as `dark`, because no theme can have such a
    // name.
    guard ThemeName.flaw(name) == nil else { throw .refused("there is no theme “\(name)”") }
    do throws(NightError) {
      return try await shared().ask { client, then in
        client.start(Request.resolve.with(name)) { then($0.map { Theme($0) }) }
      }
    } catch {
      switch error {
      case .noBus, .noDaemon, .noAnswer:
        guard let builtIn = BuiltInThemes.fact(name) else { throw error }
        return Theme(.builtIn(builtIn.name))
      case .notDurable, .refused, .cancelled: throw error
      }
    }
  }
}

/// An asynchronous sequence that yields the list of themes now, and the new list after each change.
public struct ThemeLists: AsyncSequence, Sendable {
  let changes: AsyncStream<Void>
  let list: @Sendable () async -> [ThemeListing]?

  /// An iterator whose `next()` waits for the next list.
  public struct Iterator: AsyncIteratorProtocol {
    var changes: AsyncStream<Void>.Iterator
    let list: @Sendable () async -> [ThemeListing]?
    private var last: [ThemeListing]?

    init(_ lists: ThemeLists) {
      changes = lists.changes.makeAsyncIterator()
      list = lists.list
    }

    /// Waits for the next list; nil if the `Night` was released or the task was cancelled.
    public mutating func next() async -> [ThemeListing]? { await next(isolation: #isolation) }

    /// Waits, on the caller's actor, for the next list.
    ///
    /// - Parameter actor: The actor on which the caller runs; `for await` passes the actor for you.
    /// - Returns: The list, or nil if `next()` would return nil.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> [ThemeListing]? {
      while await changes.next(isolation: actor) != nil {
        guard let list = await list(), list != last else { continue }
        last = list
        return list
      }
      return nil
    }
  }

  /// Makes the sequence's iterator; make only one iterator for each sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

/// What the icon in a panel knows about nightd, from which its picture, sentences and menu follow.
package struct Icon: Equatable, Sendable {
  /// Why the menu needs a notice about nightd.
  package enum Trouble: Equatable, Sendable {
    /// nightd is not running, but the bus may start it.
    case absent
    /// The bus could not start nightd.
    case notStarted
    /// nightd refused the last request, or did not answer.
    case failed(Failure)
  }

  /// What a click does.
  package enum Action: Equatable, Sendable {
    case toggle
    case run(Job)
    case openSettings
    case quit
  }

  /// The state of the style; nil until nightd has answered, and the last one while nightd is away.
  package var why: WhyReport?
  /// The place of the lock on the choice, as `FILE:LINE:COLUMN`; nil if the choice is free.
  package var lock: String?
  package var trouble: Trouble?

  package init(why: WhyReport? = nil, lock: String? = nil, trouble: Trouble? = nil) {
    (self.why, self.lock, self.trouble) = (why, lock, trouble)
  }
}

extension Icon {
  /// All that a panel shows.
  package struct View: Equatable, Sendable {
    package var style: Style
    package var title: String
    /// The text below the title in the tooltip.
    package var text: String
    package var menu: [Item]

    /// The name of the icon in the icon theme.
    package var name: String { "org.nightd.Icon-" + style.rawValue }

    /// What a click on a menu item does; nil if the item is unknown or switched off.
    package func action(of item: Int32) -> Action? {
      menu.first { $0.id == item && $0.isEnabled }?.action
    }
  }

  /// A line of the menu; without a title, it is a separator.
  package struct Item: Equatable, Sendable {
    /// The same in each state, because a panel may send the ID of an earlier menu.
    package var id: Int32
    package var title = ""
    package var isEnabled = true
    /// Whether the item is the chosen one of its group; nil if the item is not a choice.
    package var isChosen: Bool?
    package var action: Action?
  }

  /// The item that ends the icon.
  package static let quitItem: Int32 = 14

  /// What a click on the icon does; nil if an administrator has locked the choice.
  package var clickAction: Action? { lock == nil ? .toggle : nil }

  package func view(_ context: Context) -> View {
    let tr = context.tr
    var title = tr("Light and Dark")
    var reason = ""
    if let why {
      let style = context.choiceTitle(why.style.rawValue)
      reason = context.reason(why)
      title =
        reason.isEmpty ? style : tr("{style}: {reason}", ["style": style, "reason": reason])
    }
    let notice = notice(context)
    return View(
      style: why?.style ?? .light,
      title: title,
      text: notice ?? "",
      menu: menu(title, notice, context)
    )
  }

  private func menu(_ title: String, _ notice: String?, _ context: Context) -> [Item] {
    let tr = context.tr
    let isFree = lock == nil
    func choice(_ id: Int32, _ name: String, _ job: Job) -> Item {
      Item(
        id: id,
        title: context.choiceTitle(name),
        isEnabled: isFree,
        isChosen: why?.choice == name,
        action: .run(job)
      )
    }
    func command(_ id: Int32, _ title: String, _ action: Action, isEnabled: Bool = true) -> Item {
      Item(id: id, title: title, isEnabled: isEnabled, action: action)
    }
    var items = [Item(id: 1, title: title, isEnabled: false)]
    if let notice { items.append(Item(id: 2, title: notice, isEnabled: false)) }
    items += [
      Item(id: 3),
      choice(4, "light", .set(.light, .always)),
      choice(5, "dark", .set(.dark, .always)),
      choice(6, "schedule", .automatic(.schedule)),
      choice(7, "system", .automatic(.system)),
      Item(id: 8),
      command(9, tr("Light for an hour"), .run(.set(.light, .hour)), isEnabled: isFree),
      command(10, tr("Dark for an hour"), .run(.set(.dark, .hour)), isEnabled: isFree),
    ]
    if why?.holdUntil != nil {
      items.append(command(11, tr("End this style now"), .run(.endHold)))
    }
    items += [
      Item(id: 12),
      command(13, tr("Settings"), .openSettings),
      command(Self.quitItem, tr("Quit"), .quit),
    ]
    return items
  }

  /// A sentence about what is wrong, or about the lock.
  private func notice(_ context: Context) -> String? {
    let tr = context.tr
    switch trouble {
    case .absent: return tr("nightd is not running. A click starts it.")
    case .notStarted: return tr("nightd could not be started. Run nightctl doctor to see why.")
    case .failed(let failure): return context.sentence(failure)
    case nil: break
    }
    return lock.map {
      tr("An administrator has locked these settings in {place}.", ["place": $0])
    }
  }
}

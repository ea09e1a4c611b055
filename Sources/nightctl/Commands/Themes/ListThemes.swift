import NightClient
import NightCore
import NightStore

extension Nightctl {
  func listThemes(_ invocation: Invocation) throws(Failure) {
    let rows = try ask { (client) throws(ClientError) -> [ThemeRow] in
      let slots = try slots(client)
      let worn = try client.get().appearance.theme
      return try client.themes().map { summary in
        ThemeRow(
          summary: summary,
          isWorn: summary.name.isSameText(as: worn),
          slots: slots.filter { $0.name.isSameText(as: summary.name) }.map(\.slot)
        )
      }
    }
    // The daemon lists what it can read, and so would one that is started now.
    for finding in (try? themeFolders())?.unread() ?? [] {
      output.complain(Words.finding(finding))
    }
    guard !invocation.has(.json) else {
      return try output.json(
        .object([.init(name: "themes", value: .array(rows.map(\.json)))])
      )
    }
    let width = output.isTerminal ? output.size(environment).width : nil
    for line in ThemeRow.lines(rows, width: width) { try output.list([line]) }
  }

  /// The theme of each slot, as the preferences have it.
  func slots(
    _ client: Client,
    _ starting: Client.Starting = .allowed
  ) throws(ClientError) -> [(slot: ThemeSlot, name: String)] {
    var slots: [(slot: ThemeSlot, name: String)] = []
    for slot in ThemeSlot.all {
      let value = try client.read(slot.preference, starting).value
      guard case .string(let name) = value else { continue }
      slots.append((slot, name))
    }
    return slots
  }
}

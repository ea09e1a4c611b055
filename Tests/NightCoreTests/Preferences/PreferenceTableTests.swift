import NightCore
import Testing

@Suite struct PreferenceTableTests {
  @Test(
    "Each row of the preference table has a valid key and a one-line summary",
    arguments: PreferenceTable.entries
  )
  func row(_ entry: PreferenceEntry) throws {
    let key = try PreferenceKey(entry.name)
    // Keys must not begin with these names, which the file uses for its applications and its
    // format.
    #expect(!["app", "format"].contains(key.parts.first))
    #expect(!entry.summary.isEmpty && !entry.summary.contains("\n"))
    #expect(entry.summary.first?.isUppercase == false && entry.summary.last != ".")
    #expect(![.dictionary, .date, .data].contains(entry.type.kind))
  }

  @Test(
    "Each default value in the preference table is valid and is accepted unchanged",
    arguments: PreferenceTable.entries
  )
  func registered(_ entry: PreferenceEntry) {
    guard let value = entry.registered else { return }
    #expect(entry.type.accepts(value) == value)
  }

  @Test(
    "The preference table never has two rows for the same key of the desktop or of an application"
  )
  func unique() {
    for application in ["", "org.example.Editor"] {
      let keys = PreferenceTable.keys(of: application)
      #expect(Set(keys).count == keys.count && !keys.isEmpty)
      for key in keys {
        #expect(PreferenceTable.entry(key)?.name == key.name)
        #expect(key.application == application)
      }
    }
  }

  @Test("No key in the preference table begins with another key of the table and a dot")
  func separate() {
    let names = Set(PreferenceTable.entries.map(\.name))
    for name in names {
      #expect(!names.contains { $0.hasPrefix(name + ".") }, "\(name)")
    }
  }

  @Test("A key's scope says whether the desktop, an application or both can have this key")
  func scope() throws {
    let editor = "org.example.Editor"
    #expect(PreferenceTable.entry(try PreferenceKey("choice"))?.scope == .desktop)
    #expect(PreferenceTable.entry(try PreferenceKey("choice", of: editor))?.scope == .application)
    #expect(PreferenceTable.entry(try PreferenceKey("fade", of: editor))?.scope == .both)
    #expect(PreferenceTable.entry(try PreferenceKey("fade"))?.registered == .integer(300))
    #expect(PreferenceTable.entry(try PreferenceKey("theme.light", of: editor))?.scope == .both)
    #expect(PreferenceTable.entry(try PreferenceKey("contrast", of: editor)) == nil)
    #expect(PreferenceTable.entry(try PreferenceKey("window.width", of: editor)) == nil)
    #expect(PreferenceTable.entry(try PreferenceKey("window.width")) == nil)
  }

  @Test("Only the location's keys are private")
  func isPrivate() {
    let names = PreferenceTable.entries.filter(\.isPrivate).map(\.name)
    #expect(names == ["location.auto", "location.latitude", "location.longitude"])
  }
}

import NightCore
import Testing

@Suite struct PreferenceTableTests {
  @Test("each row names a valid key, with one line about it", arguments: PreferenceTable.entries)
  func row(_ entry: PreferenceEntry) throws {
    let key = try PreferenceKey(entry.name)
    // The first part leads to the applications, and to the version of a file.
    #expect(!["app", "format"].contains(key.parts.first))
    #expect(!entry.summary.isEmpty && !entry.summary.contains("\n"))
    #expect(entry.summary.first?.isUppercase == false && entry.summary.last != ".")
    #expect(![.dictionary, .date, .data].contains(entry.type.kind))
  }

  @Test("each default is accepted as it stands", arguments: PreferenceTable.entries)
  func registered(_ entry: PreferenceEntry) {
    guard let value = entry.registered else { return }
    #expect(entry.type.accepts(value) == value)
  }

  @Test("no key has two rows for the desktop, nor two for an application")
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

  @Test("no key leads into the value of another")
  func separate() {
    let names = Set(PreferenceTable.entries.map(\.name))
    for name in names {
      #expect(!names.contains { $0.hasPrefix(name + ".") }, "\(name)")
    }
  }

  @Test("the scope says whose a key is")
  func scope() throws {
    let editor = "org.example.Editor"
    #expect(PreferenceTable.entry(try PreferenceKey("choice"))?.scope == .desktop)
    #expect(PreferenceTable.entry(try PreferenceKey("choice", of: editor))?.scope == .application)
    #expect(PreferenceTable.entry(try PreferenceKey("fade", of: editor))?.scope == .both)
    #expect(PreferenceTable.entry(try PreferenceKey("fade"))?.registered == .integer(300))
    #expect(PreferenceTable.entry(try PreferenceKey("theme.light", of: editor)) == nil)
    #expect(PreferenceTable.entry(try PreferenceKey("window.width", of: editor)) == nil)
    #expect(PreferenceTable.entry(try PreferenceKey("window.width")) == nil)
  }

  @Test("where someone is, and whether it is asked, is private, and nothing else is")
  func isPrivate() {
    let names = PreferenceTable.entries.filter(\.isPrivate).map(\.name)
    #expect(names == ["location.auto", "location.latitude", "location.longitude"])
  }
}

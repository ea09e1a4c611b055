import TestSupport
import Testing
import Trials

@Suite struct EditTests {
  @Test(
    "Each edit of config.json5 is signalled once, whichever program made it",
    arguments: Editor.allCases.filter { !$0.isVim }
  )
  func edits(_ editor: Editor) throws { try make(editor) }

  @Test(
    "Each edit that vim makes in config.json5 is signalled once",
    .enabled(if: Tool.path("vim") != nil, "vim is not installed"),
    arguments: Editor.allCases.filter(\.isVim)
  )
  func vim(_ editor: Editor) throws { try make(editor) }

  private func make(_ editor: Editor) throws {
    let tally = try Edits([editor], rounds: 3).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 3)
  }
}

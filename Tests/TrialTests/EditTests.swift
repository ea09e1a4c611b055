import TestSupport
import Testing
import Trials

@Suite struct EditTests {
  @Test(
    "Whichever program edits config.json5, each edit causes one signal",
    arguments: Editor.allCases.filter { !$0.isVim }
  )
  func edits(_ editor: Editor) throws { try make(editor) }

  @Test(
    "If vim edits config.json5, each edit causes one signal",
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

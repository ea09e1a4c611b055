/// The entries of the command table for `hooks`.
enum HookTopic {
  static let rows: [CommandEntry] = [
    CommandEntry(
      name: "hooks",
      summary: "list the hooks in the order in which they run, and how the last run of each ended",
      options: [.json],
      notes: """
        Hooks are executable files in ~/.config/nightd/hooks.d. Scripts in darkman's folders also
        work. nightd-hooks(7) describes when hooks run, and which arguments and variables they get.
        """,
      run: HookCommands.hooks
    ),
    CommandEntry(
      name: "hooks run",
      summary: "run hooks now, with the style in effect",
      operands: [.hook(.any)],
      notes: """
        Without a NAME, the command runs all hooks that are for this style, as nightd does after a
        change. With a NAME, the command runs that hook even if a condition in the hook's comments
        does not hold now, and exits with 1 if the hook does not run or fails. The hooks' output
        goes to standard error.
        """,
      run: RunHooks.runHooks
    ),
    CommandEntry(
      name: "hooks log",
      summary: "show how the last run of a hook ended, and the last 20 lines that the hook printed",
      operands: [.hook(.one)],
      run: HookCommands.hookLog
    ),
    CommandEntry(
      name: "hooks check",
      summary: "find hooks that are not run, and explain why",
      notes: "The command exits with 1 if it finds a problem.",
      run: HookCommands.checkHooks
    ),
    CommandEntry(
      name: "hooks new",
      summary: "make a hook from a template, and print its path",
      operands: [Operand(name: "NAME", kind: .value)],
      run: HookCommands.newHook
    ),
  ]
}

extension Operand {
  fileprivate static func hook(_ count: Operand.Count) -> Operand {
    Operand(name: "NAME", kind: .hook, count: count)
  }
}

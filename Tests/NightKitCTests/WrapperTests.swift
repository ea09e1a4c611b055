import TestSupport
import Testing

@Suite(
  "C++ programs with nightkit.hpp",
  .enabled(
    if: InstalledLibrary.skipReason == nil && !InstalledLibrary.cPlusPlus.isEmpty,
    "\(InstalledLibrary.skipReason ?? "there is no C++ compiler")"
  )
)
struct WrapperTests {
  @Test(
    "Each member function of the C++ class does the same as its C function",
    arguments: InstalledLibrary.cPlusPlus
  )
  func wrapper(compiler: String) throws {
    let desk = try Desk()
    try ThemeValueTests.write(to: desk)
    try desk.startDaemon()
    let library = try InstalledLibrary()
    let program = try library.compile(
      repository: "Tests/NightKitCTests/wrapper.cpp",
      cPlusPlus: compiler
    )
    let finished = try Program.run(program, environment: library.environment(desk))
    #expect(
      finished.output == """
        0 light
        300 0 1
        lagoon dark midnight background
        1 0 0
        number 6.5
        boolean 1
        string Grüße
        string long
        string none
        image logo.png
        family Inter
        points 11
        1
        lines 2
        uppercased 1
        alignment center
        lagoon dark Evening Ann 1 0
        daylight
        lagoon
        light 1
        midnight
        wrap 1
        width 80
        width 80
        zoom 1.5
        font Inter
        font none
        light night-vision
        light
        dark 1 0 0
        5 there is no theme “none”
        6 the handle was opened without the name of an application
        lagoon daylight
        6 there is no handle
        10
        1

        """,
      "\(finished)"
    )
    #expect(finished.exit == .exited(0))
  }
}

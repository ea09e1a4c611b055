import NightCore
import Testing

@testable import nightctl

@Suite struct ForcedProgramTests {
  @Test("If a program is forced to be light, it gets the environment variables of each toolkit")
  func light() {
    #expect(
      ForcedProgram("gedit", .light).variables == [
        "NIGHTD_FORCE_STYLE": "light", "GTK_THEME": "Adwaita",
        "ADW_DEBUG_COLOR_SCHEME": "prefer-light", "QT_QUICK_CONTROLS_MATERIAL_THEME": "Light",
        "QT_QUICK_CONTROLS_UNIVERSAL_THEME": "Light",
      ]
    )
  }

  @Test("Only Chromium and Electron programs that are forced to be dark get a command-line switch")
  func chromium() {
    #expect(ForcedProgram("/usr/bin/chromium", .dark).switches == ["--force-dark-mode"])
    #expect(ForcedProgram("code", .dark).switches == ["--force-dark-mode"])
    #expect(ForcedProgram("chromium", .light).switches == [])
    #expect(ForcedProgram("firefox", .dark).switches == [])
    #expect(ForcedProgram("chromium-notes", .dark).switches == [])
  }
}

import Glibc
import TestSupport
import Testing

@Suite(
  "Handles of libnightkit",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct HandleTests {
  @Test("After handles are closed, no file descriptor stays open")
  func churn() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let library = try InstalledLibrary()
    let probe = try library.compile(repository: "Tests/NightKitCTests/probe.c")
    let finished = try Program.run(
      "/bin/sh",
      ["-c", #"ulimit -n 32; echo churn 300 | "$0""#, probe],
      environment: library.environment(desk),
      timeout: .seconds(60)
    )
    #expect(finished.output == "open\n300\n", "\(finished)")
  }

  @Test(
    "After pinned parts are closed, no file descriptor stays open, and the handle still follows"
  )
  func churnPins() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("churn-pins 1") == "1")
    let before = try probe.descriptors
    #expect(try probe.ask("churn-pins 100") == "100")
    // The library's thread may still use the last part for a moment.
    #expect(try probe.descriptors.count <= before.count + 1)
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
  }

  @Test("nightkit_open fails with errno set if no descriptor is left")
  func noDescriptors() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    // Once the first handle has set the style, it has reached the bus and needs no more descriptors.
    #expect(try probe.ask("set light") == "0 ")
    #expect(try probe.ask("full") == "Too many open files")
    #expect(try probe.ask("set dark") == "0 ")
    #expect(try probe.ask("next") == "dark")
  }

  @Test(
    "A handle may be closed right before dlclose",
    .enabled(if: Built.isRelease, "the debug build is not linked to stay loaded")
  )
  func unloaded() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let library = try InstalledLibrary()
    let program = try library.compile(
      text: """
        #include <dlfcn.h>
        #include <stdio.h>
        typedef void *(*opening)(const char *);
        typedef void (*closing)(void *);
        int main(void) {
          for (int turn = 0; turn < 20; turn += 1) {
            void *library = dlopen("libnightkit.so.0", RTLD_NOW | RTLD_LOCAL);
            if (library == NULL) return puts(dlerror());
            opening open = (opening)(__extension__ (size_t)dlsym(library, "nightkit_open"));
            closing close = (closing)(__extension__ (size_t)dlsym(library, "nightkit_close"));
            close(open(NULL));
            dlclose(library);
          }
          puts("done");
        }
        """
    )
    let finished = try Program.run(program, environment: library.environment(desk))
    #expect(finished.output == "done\n", "\(finished)")
  }
}

@Suite(
  "Pinned parts and timeouts of libnightkit",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct PinTests {
  @Test("A part that is pinned to a style keeps it, while the other handle follows the desktop")
  func style() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("pin 1 style light") == "1")
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("on 1") == "on")
    #expect(try probe.ask("style") == "light")
    #expect(try probe.ask("theme") == "daylight 9")
    try desk.nightctl("contrast", "high")
    #expect(try probe.ask("next") == "light")
    #expect(try probe.ask("theme") == "daylight-high 14")
  }

  @Test("A part that is pinned to a theme has the theme's edits")
  func theme() throws {
    let desk = try Desk()
    let file = ".local/share/nightd/themes/gull.json5"
    try desk.home.write(##"{ style: "dark", colors: { surface: "#f00" } }"##, to: file)
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("pin 1 theme gull") == "1")
    #expect(try probe.ask("on 1") == "on")
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("color surface") == "1 1.000 0.000 0.000 1.000")
    try desk.home.write(##"{ style: "dark", colors: { surface: "#0f0" } }"##, to: file)
    try desk.nightctl("theme", "use", "gull")
    repeat { _ = try probe.ask("next") } while try probe.ask("color surface").hasPrefix("1 1.000")
    #expect(try probe.ask("color surface") == "1 0.000 1.000 0.000 1.000")
  }

  @Test("A part that is pinned to a missing theme has the built-in theme, and the log names it")
  func missingTheme() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("pin 1 theme none") == "1")
    #expect(try probe.ask("on 1") == "on")
    #expect(try probe.ask("theme") == "daylight 9")
    #expect(try probe.end() == (.exited(0), "nightkit: there is no theme “none”\n"))
  }

  @Test("An invalid style cannot be pinned")
  func invalid() throws {
    let desk = try Desk()
    let probe = try Probe(desk)
    #expect(try probe.ask("pin 1 style none") == "Invalid argument")
  }

  @Test("A part still follows and sends requests after its first handle was closed")
  func outlives() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: "org.example.Editor")
    #expect(try probe.ask("pin 1 style light") == "1")
    #expect(try probe.ask("close 0") == "closed")
    #expect(try probe.ask("on 1") == "on")
    #expect(try probe.ask("choose dark") == "0 ")
    #expect(try probe.ask("choice") == "dark")
    #expect(try probe.ask("style") == "light")
    try desk.nightctl("contrast", "high")
    #expect(try probe.ask("next") == "light")
    #expect(try probe.ask("theme") == "daylight-high 14")
    #expect(try probe.end() == (.exited(0), ""))
  }

  @Test("A request to a stopped daemon ends after the timeout of the handle")
  func timeout() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("set light") == "0 ")
    daemon.send(signal: SIGSTOP)
    for milliseconds in [0, 100] {
      #expect(try probe.ask("timeout \(milliseconds)") == "set")
      #expect(try probe.ask("set dark") == "3 nightd did not answer")
      #expect(try probe.ask("list") == "3")
      #expect(try probe.ask("pin 1 style dark") == "1")
      #expect(try probe.ask("close 1") == "closed")
      #expect(try probe.ask("get fade") == "none")
    }
    daemon.send(signal: SIGCONT)
    // The preferences may arrive first.
    while try probe.ask("next") == "light" {}
    #expect(try probe.ask("style") == "dark")
  }
}

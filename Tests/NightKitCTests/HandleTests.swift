import Glibc
import TestSupport
import Testing

@Suite(
  "Handles of libnightkit",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct HandleTests {
  @Test("After all handles are closed, no file descriptor stays open")
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
    "After all pinned parts are closed, their descriptors are closed, and the handle still works"
  )
  func churnPins() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("churn-pins 1") == "1")
    let before = try probe.descriptors
    #expect(try probe.ask("churn-pins 100") == "100")
    // The library's thread may keep one descriptor of the last pinned part open for another moment.
    #expect(try probe.descriptors.count <= before.count + 1)
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
  }

  /// Commands for the probe that use each kind of function, especially those that allocate memory.
  private static let everything = """
    choose dark
    next
    list
    list 0
    use +
    toggle
    status
    put zoom number 1.5
    put name string long
    get name
    remove name
    roles
    pin 1 style light
    pin 2 theme night-vision
    on 1
    get zoom
    color surface
    close 0
    timeout 0
    set dark
    churn-pins 5

    """

  @Test(
    "A C program with libnightkit leaks no memory",
    .enabled(
      if: Tool.path("valgrind") != nil && !Built.isRelease,
      "there is no valgrind, or the build has no symbols for its suppressions"
    )
  )
  func memory() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let library = try InstalledLibrary()
    let probe = try library.compile(repository: "Tests/NightKitCTests/probe.c")
    try desk.home.write(Self.everything, to: "commands")
    let finished = try Program.run(
      "/bin/sh",
      [
        "-c",
        """
        exec valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
          --errors-for-leak-kinds=definite --suppressions="$1" "$2" org.example.Editor <"$3"
        """,
        "sh", Built.sourceRoot + "/Tests/sanitize/valgrind.supp", probe,
        desk.home.file("commands"),
      ],
      environment: library.environment(desk).merging(["PATH": Tool.searchPath]) { $1 },
      timeout: .seconds(120)
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output.hasSuffix("\n3 nightd did not answer\n5\n"), "\(finished)")
  }

  @Test("If no file descriptor is free, nightkit_open fails and sets errno")
  func noDescriptors() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    // This handle has set a style and received it, so it is connected and needs no more
    // descriptors.
    #expect(try probe.ask("set dark") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("full") == "Too many open files")
    let outcome = try probe.ask("set light")
    #expect(outcome == "0 ")
    #expect(try probe.ask("next") == "light")
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
  @Test("A part that is pinned to a style keeps this style, while its handle follows the desktop")
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

  @Test("If a theme is edited, a part that is pinned to this theme shows the edit")
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

  @Test("A part that is pinned to a missing theme has the built-in theme, and the log reports this")
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

  @Test("After the first handle is closed, a pinned part still gets changes and can send requests")
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

  @Test("Parts of one handle may be used in several threads at the same time")
  func threads() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let library = try InstalledLibrary()
    let program = try library.compile(
      text: """
        #include <nightkit.h>
        #include <pthread.h>
        #include <stdio.h>
        static void *use(void *own) {
          for (int turn = 0; turn < 40; turn += 1) {
            struct nightkit_handle *part = nightkit_pin_style(own, (enum nightkit_style)(turn % 2));
            int64_t fade = 0;
            bool is_right = nightkit_get_preference_integer(part, "fade", &fade) &&
                            nightkit_set_preference_integer(part, "turn", turn) == 0 &&
                            nightkit_list_themes(part) == 0 &&
                            nightkit_get_style(part) == (enum nightkit_style)(turn % 2);
            nightkit_dispatch(part);
            nightkit_close(part);
            if (!is_right) puts("wrong");
          }
          nightkit_close(own);
          return NULL;
        }
        int main(void) {
          struct nightkit_handle *night = nightkit_open("org.example.Editor");
          pthread_t threads[4];
          for (int index = 0; index < 4; index += 1)
            pthread_create(&threads[index], NULL, use, nightkit_pin_theme(night, "midnight"));
          nightkit_close(night);
          for (int index = 0; index < 4; index += 1) pthread_join(threads[index], NULL);
          puts("done");
        }
        """
    )
    let finished = try Program.run(
      program,
      environment: library.environment(desk),
      timeout: .seconds(60)
    )
    #expect(finished.output == "done\n", "\(finished)")
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
    // The probe may first report changes of preferences, while the style is still light.
    while try probe.ask("next") == "light" {}
    #expect(try probe.ask("style") == "dark")
  }
}

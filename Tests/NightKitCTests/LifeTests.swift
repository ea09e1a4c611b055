import TestSupport
import Testing

@Suite(
  "Handles of libnightkit",
  .enabled(if: InstalledLibrary.obstacle == nil, "\(InstalledLibrary.obstacle ?? "")")
)
struct LifeTests {
  @Test("leave nothing behind when they are closed")
  func churn() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let library = try InstalledLibrary()
    let probe = try library.compile(repository: "Tests/NightKitCTests/probe.c")
    let finished = try Program.run(
      "/bin/sh",
      ["-c", #"ulimit -n 128; echo churn 300 | "$0""#, probe],
      environment: library.environment(desk),
      timeout: .seconds(60)
    )
    #expect(finished.output == "open\n300\n", "\(finished)")
    #expect(daemon.exit == nil)
  }

  @Test("are not to be had without descriptors, and that is said")
  func noDescriptors() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("full") == "Too many open files")
    #expect(try probe.ask("set dark") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(daemon.exit == nil)
  }

  @Test(
    "may be closed right before the program lets the library go",
    .enabled(if: Built.isRelease, "the debug build is not linked to stay loaded")
  )
  func unloaded() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
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
    #expect(daemon.exit == nil)
  }
}

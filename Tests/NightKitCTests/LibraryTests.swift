import NightCore
import TestSupport
import Testing

@Suite("Installed libnightkit", .enabled(if: Tool.path("nm") != nil, "there is no nm"))
struct LibraryTests {
  /// The functions that nightkit.h declares.
  var declared: Set<String> {
    get throws {
      let header = try Program.run("/bin/cat", [Built.sourceRoot + "/Sources/CNightKit/nightkit.h"])
      var code = Substring(header.output)
      var names: Set<String> = []
      while let comment = code.firstRange(of: "/*"), let end = code.firstRange(of: "*/") {
        names.formUnion(functions(in: code[..<comment.lowerBound]))
        code = code[end.upperBound...]
      }
      return names.union(functions(in: code))
    }
  }

  private func functions(in code: Substring) -> [String] {
    code.split(separator: "(").dropLast().compactMap { before in
      let name = before.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last
      return name.flatMap { $0.hasPrefix("nightkit_") ? String($0) : nil }
    }
  }

  private var exported: Set<String> {
    get throws {
      let listed = try Program.run(
        "nm",
        ["-D", "--defined-only", "--format=posix", Built.library],
        environment: ["PATH": Tool.searchPath]
      )
      let symbols = listed.output.split(separator: "\n").map { $0.split(separator: " ") }
      // nm also lists the name of the version, as an absolute symbol.
      return Set(
        symbols.filter { $0.count > 1 && $0[1] != "A" }.map {
          String($0[0].prefix { $0 != "@" })
        }
      )
    }
  }

  @Test("The library exports every function that its header declares")
  func complete() throws {
    let declared = try declared
    #expect(declared.count > 50)
    #expect(try declared.subtracting(exported).isEmpty)
  }

  @Test(
    "The library exports no function that its header does not declare",
    .enabled(if: Built.isRelease, "the debug build exports all its names")
  )
  func closed() throws { #expect(try exported == declared) }

  @Test(
    "libnightkit has its version in its soname, stays loaded, and needs only libc",
    .enabled(
      if: Built.isRelease && Tool.path("readelf") != nil,
      "this build is not installed, or readelf is missing"
    )
  )
  func dynamic() throws {
    let read = try Program.run(
      "readelf",
      ["-dW", Built.library],
      environment: ["PATH": Tool.searchPath, "LC_ALL": "C"]
    )
    let lines = read.output.split(separator: "\n")
    func names(_ kind: String) -> Set<String> {
      Set(
        lines.filter { $0.contains("(\(kind))") }.map {
          String($0.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
        }
      )
    }
    #expect(names("SONAME") == ["libnightkit.so.0"])
    // Only a build with LIBDBUS=shared links the shared libdbus.
    #expect(
      names("NEEDED").subtracting([
        "libc.so.6", "libm.so.6", "libdbus-1.so.3", "ld-linux-x86-64.so.2",
        "ld-linux-aarch64.so.1",
      ]).isEmpty
    )
    #expect(names("RUNPATH").isEmpty)
    #expect(lines.contains { $0.contains("(FLAGS_1)") && $0.contains("NODELETE") })
  }

  @Test(
    "The header compiles as C and C++ without warnings",
    .enabled(if: Tool.path("cc") != nil && Tool.path("c++") != nil, "there is no compiler"),
    arguments: [
      ["cc", "-std=c99", "-xc", "nightkit.h"], ["cc", "-std=c17", "-xc", "nightkit.h"],
      ["c++", "-std=c++11", "-xc++", "nightkit.h"], ["c++", "-std=c++17", "-xc++", "nightkit.hpp"],
      ["c++", "-std=c++20", "-xc++", "nightkit.hpp"],
    ]
  )
  func header(compiler: [String]) throws {
    let made = try Program.run(
      compiler[0],
      compiler.dropFirst().dropLast() + [
        "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
        Built.sourceRoot + "/Sources/CNightKit/" + (compiler.last ?? ""),
      ],
      environment: ["PATH": Tool.searchPath]
    )
    #expect(made.exit == .exited(0), "\(made)")
  }

  /// The layout of the structs and enumerations, which no later version may change.
  private static let layout = """
    #include <nightkit.h>
    #include <stdio.h>
    #define OFFSET(type, member) printf("%zu ", offsetof(struct type, member))
    int main(void) {
      printf("%zu %zu %zu %zu %zu %zu %zu\\n", sizeof(enum nightkit_style),
             sizeof(enum nightkit_choice), sizeof(enum nightkit_desktop_choice),
             sizeof(enum nightkit_source), sizeof(enum nightkit_reason),
             sizeof(enum nightkit_outcome), sizeof(enum nightkit_sheet));
      printf("%zu ", sizeof(struct nightkit_appearance));
      OFFSET(nightkit_appearance, style);
      OFFSET(nightkit_appearance, source);
      OFFSET(nightkit_appearance, is_high_contrast);
      OFFSET(nightkit_appearance, is_motion_reduced);
      OFFSET(nightkit_appearance, has_accent);
      OFFSET(nightkit_appearance, fade);
      OFFSET(nightkit_appearance, accent);
      printf("%zu ", sizeof(struct nightkit_status));
      OFFSET(nightkit_status, style);
      OFFSET(nightkit_status, reason);
      OFFSET(nightkit_status, next_style);
      OFFSET(nightkit_status, has_next);
      OFFSET(nightkit_status, is_held);
      OFFSET(nightkit_status, is_inhibited);
      OFFSET(nightkit_status, since);
      OFFSET(nightkit_status, next);
      OFFSET(nightkit_status, hold_until);
      OFFSET(nightkit_status, choice);
    }
    """

  @Test(
    "Structs and enumerations have the layout of the first version in C and C++",
    .enabled(
      if: InstalledLibrary.skipReason == nil,
      "\(InstalledLibrary.skipReason ?? "")"
    )
  )
  func layout() throws {
    let library = try InstalledLibrary()
    let environment = ["LD_LIBRARY_PATH": library.installation.folder.file("usr/lib")]
    let expected = """
      4 4 4 4 4 4 4
      56 8 12 16 17 18 20 24 56 8 12 16 20 21 22 24 32 40 48\u{20}
      """
    let inC = try library.compile(text: Self.layout)
    #expect(try Program.run(inC, environment: environment).output == expected)
    for compiler in InstalledLibrary.cPlusPlus {
      let program = try library.compile(text: Self.layout, cPlusPlus: compiler)
      #expect(try Program.run(program, environment: environment).output == expected)
    }
  }

  @Test(
    "The installed header and the running library state the version in Contract.swift",
    .enabled(
      if: InstalledLibrary.skipReason == nil,
      "\(InstalledLibrary.skipReason ?? "")"
    )
  )
  func version() throws {
    let library = try InstalledLibrary()
    let program = try library.compile(
      text: """
        #include <nightkit.h>
        #include <stdio.h>
        int main(void) {
          printf("%d.%d.%d %d", NIGHTKIT_VERSION_MAJOR, NIGHTKIT_VERSION_MINOR,
                 NIGHTKIT_VERSION_PATCH, NIGHTKIT_VERSION == (int)nightkit_version());
        }
        """
    )
    let environment = ["LD_LIBRARY_PATH": library.installation.folder.file("usr/lib")]
    let printed = try Program.run(program, environment: environment).output
    #expect(printed == "\(Contract.version) 1")
  }

  @Test("Only Contract.swift states the version")
  func onePlace() throws {
    let found = try Program.run(
      "grep",
      // grep leaves out the manual pages, because their examples contain the contract's version.
      [
        "-rlF", "--exclude-dir=man", Contract.version, "Sources", "data", "Makefile",
        "Package.swift",
      ],
      folder: Built.sourceRoot
    )
    #expect(found.output == "Sources/NightCore/Contract/Contract.swift\n")
  }

  @Test(
    "Each package has the version of the code",
    arguments: [
      ("debian/changelog", "nightd (*-1)"), ("packaging/arch/PKGBUILD", "pkgver=*"),
      ("packaging/rpm/nightd.spec", "Version:        *"),
      ("packaging/nix/package.nix", "version = \"*\";"), ("README.md", "nightd_*-1_amd64.deb"),
    ]
  )
  func packages(file: String, line: String) throws {
    let lines = try TextFile("\(Built.sourceRoot)/\(file)").lines
    #expect(lines.contains { $0.contains(line.replacing("*", with: Contract.version)) })
  }

  @Test("Installing registers the library with pkg-config, and uninstalling removes it")
  func installed() throws {
    let installation = try Installation()
    let folder = "usr/local/lib"
    let library = "libnightkit.so"
    let whole = library + "." + Contract.version
    #expect(
      installation.folder.list(folder).sorted()
        == [library, library + ".0", whole, "pkgconfig"].sorted()
    )
    let headers = ["nightkit.h", "nightkit.hpp"]
    #expect(installation.folder.list("usr/local/include").sorted() == headers)
    func ask(_ arguments: String...) throws -> [String] {
      let places = installation.folder.file(folder + "/pkgconfig")
      return try Program.run(
        "pkg-config",
        arguments + ["nightkit"],
        environment: [
          "PATH": Tool.searchPath, "PKG_CONFIG_PATH": places,
          "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1", "PKG_CONFIG_ALLOW_SYSTEM_LIBS": "1",
        ]
      ).output.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    #expect(try ask("--modversion") == [Contract.version])
    #expect(try ask("--cflags") == ["-I/usr/local/include"])
    #expect(try ask("--libs") == ["-L/usr/local/lib", "-lnightkit"])
    let removed = try Program.run(
      "make",
      ["-s", "uninstall", "DESTDIR=\(installation.folder.path)"],
      environment: ["PATH": Tool.searchPath],
      folder: Built.sourceRoot
    )
    #expect(removed.exit == .exited(0))
    #expect(installation.folder.list(folder).isEmpty)
    #expect(installation.folder.list("usr/local/include").isEmpty)
  }
}

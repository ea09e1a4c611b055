import Glibc
import NightBus
import NightClient
import NightContract
import NightCore
import NightStore

/// The command `theme gallery`.
struct ThemeGallery: Command {
  let nightctl: Nightctl

  func show(_ invocation: Invocation) throws(Failure) {
    let folders = try ThemeFolders(environment)
    if let file = invocation.value(of: .svg) {
      let picture = GalleryPicture(cards: ThemeCard.all(folders)).text
      guard file != "-" else { return try output.text(picture) }
      return try OutputFile(file).replace(with: picture)
    }
    let page = try page()
    let token = Self.secret()
    var backup = try ask { (client) throws(ClientError) in try StyleBackup(client) }
    let loop: Loop
    let server: HTTPServer
    do throws(BusError) {
      loop = try Loop()
      server = try HTTPServer(on: loop) { (request, host) throws(HTTPRefusal) in
        let request = try GalleryRequest(request, host: host, token: token)
        guard request != .page else { return Self.response(page) }
        do throws(Failure) {
          let json = try answer(request, folders, &backup)
          return HTTPResponse(type: "application/json", body: json.encoded(pretty: false))
        } catch {
          return HTTPResponse(status: HTTPRefusal.failed.rawValue, body: Array(error.sentence.utf8))
        }
      }
    } catch { throw .client(ClientError(error)) }
    // End when the terminal is closed, even if SIGHUP is ignored.
    let terminal = loop.watch(STDIN_FILENO, events: Int16(POLLPRI)) { _ in loop.stop() }
    if isatty(STDIN_FILENO) == 0 { terminal.cancel() }
    try open("http://\(server.host)/\(token)/", invocation)
    do throws(BusError) { try loop.run() } catch { throw .client(ClientError(error)) }
    withExtendedLifetime((server, terminal)) {}
  }

  private func answer(
    _ request: GalleryRequest,
    _ folders: ThemeFolders,
    _ backup: inout StyleBackup
  ) throws(Failure) -> JSON {
    let client = try client()
    switch request {
    case .page, .themes:
      let snapshot = try ask(client) { (client) throws(ClientError) in try client.get() }
      let cards = ThemeCard.all(folders).map(\.json)
      return snapshot.json([.init(name: "themes", value: .array(cards))])
    case .use(let name):
      return try UseTheme(nightctl: nightctl).naming(name) { () throws(Failure) in
        try ask(client) { (client) throws(ClientError) in
          try client.call(.useTheme, (name, nil)).json()
        }
      }
    case .keep:
      backup = try ask(client) { (client) throws(ClientError) in try StyleBackup(client) }
      return backup.snapshot.json()
    case .restore:
      let backup = backup
      return try ask(client) { (client) throws(ClientError) in
        try backup.restore(client, at: now).json()
      }
    }
  }

  /// Prints the page's address, and opens it in a browser if there is a display.
  private func open(_ address: String, _ invocation: Invocation) throws(Failure) {
    try output.line(address)
    if output.isTerminal { try output.sentences([ThemeMessages.galleryRuns]) }
    let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap(environment)
    guard !invocation.has(.noOpen), displays.contains(where: { !$0.isEmpty }),
      let opener = ProgramFinder(environment: environment).path(of: "xdg-open"),
      let nowhere = try? FileDescriptor(Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC), from: "")
    else { return }
    let arguments = [opener, address]
    _ = try? DetachedProcess.start(arguments, environment: [:], output: nowhere.number)
  }

  /// Reads the page's HTML; the caller must replace each `§` in it by a nonce.
  private func page() throws(Failure) -> String {
    let folders = BaseFolders(environment: environment)
    guard let path = ProgramCatalog.shipped("gallery.html", folders),
      let bytes = try UserFile(path: path).bytes()
    else { throw .system(ThemeMessages.noGallery) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts a fresh nonce into the page, so that a browser runs only the page's own script.
  private static func response(_ page: String) -> HTTPResponse {
    let nonce = secret()
    return HTTPResponse(
      type: "text/html; charset=utf-8",
      policy: "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'",
      body: Array(
        page.split(separator: "§", omittingEmptySubsequences: false)
          .joined(separator: nonce).utf8
      )
    )
  }

  /// A random text of 180 bits.
  private static func secret() -> String {
    (0..<3).map { _ in String(UInt64.random(in: (1 << 60)...(.max)), radix: 16) }.joined()
  }
}

/// What a request to the gallery asks for.
enum GalleryRequest: Equatable {
  case page
  case themes
  case use(String)
  case keep
  case restore

  /// Refuses requests from pages of other sites first, and then requests without the token.
  init(_ request: HTTPRequest, host: String, token: String) throws(HTTPRefusal) {
    guard request.host == host, request.origin.map({ $0 == "http://" + host }) ?? true else {
      throw .foreign
    }
    guard request.target.hasPrefix("/\(token)/") else { throw .unknown }
    switch (request.method, String(request.target.dropFirst(token.count + 2))) {
    case ("GET", ""): self = .page
    case ("GET", "themes"): self = .themes
    case ("POST", "use"): self = .use(String(decoding: request.body, as: UTF8.self))
    case ("POST", "keep"): self = .keep
    case ("POST", "restore"): self = .restore
    case (_, ""), (_, "themes"), (_, "use"), (_, "keep"), (_, "restore"): throw .wrongMethod
    default: throw .unknown
    }
  }
}

extension Option {
  static let noOpen = Option(name: "--no-open", summary: "print the address, but open no browser")
}

import Glibc
import TestSupport

/// A folder with files on a file system whose server can be stopped, so that each access hangs.
struct HangingFolder {
  /// The server speaks the FUSE protocol itself, because the machine may lack a library for FUSE.
  private static let server = #"""
    import ctypes, errno, os, struct, sys
    folder, names, texts = sys.argv[1], *([word.encode() for word in sys.argv[i::2]] for i in (2, 3))
    device = os.open("/dev/fuse", os.O_RDWR)
    words = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"nightd-test", folder.encode(), b"fuse", 0, words) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
    print("mounted", flush=True)
    def attributes(node):
        mode, size = (0o40755, 0) if node == 1 else (0o100644, len(texts[node - 2]))
        return struct.pack("<6Q10I", node, size, 1, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)
    def answer(operation, node, body):
        if operation == 26:
            return struct.pack("<4I2H2I2H8I", 7, 23, 65536, 0, 8, 8, 65536, 1, 0, 0, *[0] * 8)
        if operation == 1:
            name = body.rstrip(b"\0")
            if name not in names: return errno.ENOENT
            node = names.index(name) + 2
            return struct.pack("<4Q2I", node, 0, 0, 0, 0, 0) + attributes(node)
        if operation == 3: return struct.pack("<Q2I", 0, 0, 0) + attributes(node)
        # No page is kept, so that each reading asks the server.
        if operation in (14, 27): return struct.pack("<Q2I", 0, 1, 0)
        if operation == 15: return texts[node - 2][struct.unpack("<2Q", body[:16])[1]:]
        if operation == 28: return b""
        if operation in (18, 25, 29): return b""
        return errno.ENOSYS
    while True:
        try: request = os.read(device, 1 << 18)
        except OSError as error:
            if error.errno in (errno.EINTR, errno.EAGAIN, errno.ENOENT): continue
            break
        operation, unique, node = struct.unpack("<IQQ", request[4:24])
        if operation in (2, 42): continue
        reply = answer(operation, node, request[40:])
        code, data = (-reply, b"") if isinstance(reply, int) else (0, reply)
        os.write(device, struct.pack("<IiQ", 16 + len(data), code, unique) + data)
    """#

  static var isPossible: Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    guard let mounted = try? HangingFolder(folder.path, [:]) else { return false }
    mounted.end()
    return true
  }

  private let program: Program
  private let folder: String

  /// Serves files with these names and contents.
  init(_ folder: String, _ files: [String: String]) throws {
    self.folder = folder
    let words = files.flatMap { [$0.key, $0.value] }
    program = try Program.start("python3", ["-c", Self.server, folder] + words)
    guard try program.nextLine() == "mounted" else { throw CancellationError() }
  }

  func hang() { program.send(signal: SIGSTOP) }

  func goOn() { program.send(signal: SIGCONT) }

  func end() {
    // Once the server has ended, an access that waits for it fails.
    program.killGroup()
    _ = try? program.wait()
    _ = try? Program.run("umount", ["-l", folder])
  }
}

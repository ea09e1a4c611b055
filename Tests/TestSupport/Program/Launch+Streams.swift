import Glibc

extension Launch {
  /// Both ends of one stream; `ours` is nil if the test does not use the stream.
  struct Ends {
    let ours: Descriptor?
    let theirs: Descriptor
  }

  func open(_ input: Program.Input) throws(ProgramError) -> Ends {
    switch input {
    // The child opens its terminal itself.
    case .null, .terminal: return Ends(ours: nil, theirs: try open("/dev/null", O_RDONLY))
    case .pipe:
      guard let pipe = Descriptor.pipe() else { throw failure("make a pipe for it") }
      // The test's end does not block, so that a write can time out.
      _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
      return Ends(ours: pipe.writing, theirs: pipe.reading)
    case .bytes(let bytes):
      return Ends(ours: nil, theirs: try open(bytes))
    }
  }

  func open(_ output: Program.Output) throws(ProgramError) -> Ends {
    switch output {
    case .null: return Ends(ours: nil, theirs: try open("/dev/null", O_WRONLY))
    case .pipe:
      guard let pipe = Descriptor.pipe() else { throw failure("make a pipe for it") }
      return Ends(ours: pipe.reading, theirs: pipe.writing)
    case .file(let path):
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
      return Ends(ours: nil, theirs: try open(path, flags))
    }
  }

  private func open(_ bytes: [UInt8]) throws(ProgramError) -> Descriptor {
    let folder: TemporaryFolder
    do throws(FolderError) {
      folder = try TemporaryFolder()
      try folder.write(bytes, to: "input")
    } catch {
      throw failure("\(error.action) \(error.path) for it", error.code)
    }
    return try open(folder.file("input"), O_RDONLY)
  }

  private func open(_ path: String, _ flags: Int32) throws(ProgramError) -> Descriptor {
    let number = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw failure("open \(path) for it") }
    return Descriptor(number)
  }
}

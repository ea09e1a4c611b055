import CDBus
import Glibc

extension Loop {
  /// Turns process signals into events of this loop while the answer is kept.
  ///
  /// Blocks them for the calling thread, so it is called before any other thread is started.
  package func signals(
    _ wanted: [Int32],
    _ handler: @escaping (Int32) -> Void
  ) throws(BusError) -> SignalWatch {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in wanted { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let descriptor = try FileDescriptor(
      signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)),
      from: "signalfd"
    )
    return SignalWatch(descriptor, on: self, handler)
  }
}

package final class SignalWatch {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  fileprivate init(
    _ descriptor: consuming FileDescriptor,
    on loop: Loop,
    _ handler: @escaping (Int32) -> Void
  ) {
    self.descriptor = descriptor
    watch = loop.watch(self.descriptor.number, events: Int16(POLLIN)) { [weak self] _ in
      // A handler may let this watch go.
      while let signal = self?.next() { handler(signal) }
    }
  }

  private func next() -> Int32? {
    var info = signalfd_siginfo()
    let count = withUnsafeMutableBytes(of: &info) { descriptor.read(into: $0) }
    guard count == MemoryLayout<signalfd_siginfo>.size else { return nil }
    return Int32(bitPattern: info.ssi_signo)
  }
}

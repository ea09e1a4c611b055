import Glibc
import NightKit

// What each of these promises stands in nightkit.h.

@_cdecl("nightkit_open")
package func nightkitOpen(_ application: UnsafePointer<CChar>?) -> OpaquePointer? {
  let name = text(application)
  if application != nil, name?.isEmpty != false {
    errno = EINVAL
    return nil
  }
  do throws(NightReader.Obstacle) {
    let handle = try Handle(application: name)
    return OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
  } catch {
    errno =
      switch error {
      case .name: EINVAL
      case .descriptor(let code): code
      }
    return nil
  }
}

@_cdecl("nightkit_close")
package func nightkitClose(_ night: OpaquePointer?) {
  guard let night, Handle.at(night)?.isOfThisProcess == true else { return }
  Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(night)).release()
}

@_cdecl("nightkit_fd")
package func nightkitDescriptor(_ night: OpaquePointer?) -> Int32 {
  Handle.at(night)?.reader.fileDescriptor ?? -1
}

@_cdecl("nightkit_dispatch")
package func nightkitDispatch(_ night: OpaquePointer?) -> Bool {
  guard let handle = Handle.at(night), handle.isOfThisProcess else { return false }
  return handle.reader.dispatch()
}

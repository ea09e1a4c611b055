import CDBus

/// The first thread of the process, on which most programs run their main loop.
package enum FirstThread {
  package static var isCurrent: Bool { cdbus_is_first_thread() != 0 }
}

import CDBus

/// The thread with which the process began, on which most programs have their main loop.
package enum FirstThread {
  package static var isCurrent: Bool { cdbus_is_first_thread() != 0 }
}

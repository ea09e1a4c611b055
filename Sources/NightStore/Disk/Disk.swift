/// The file system calls that can fail; they are closures, so that tests can replace them with
/// closures that fail.
package struct Disk: Sendable {
  /// A call that the kernel refused.
  package struct Refusal: Error, Hashable, Sendable {
    package let call: String
    package let path: String
    package let code: Int32

    package init(_ call: String, _ path: String, code: Int32) {
      self.call = call
      self.path = path
      self.code = code
    }
  }

  /// Makes one folder that only its owner may use.
  package var makeFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Removes one folder; fails if the folder is not empty.
  package var removeFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Syncs a folder, so that the names in it survive a power cut.
  package var syncFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Lists at most `most` names in a folder, sorted by bytes; empty if the folder does not exist.
  package var list: @Sendable (_ path: String, _ most: Int) throws(Refusal) -> [String]
  package var look: @Sendable (_ path: String) throws(Refusal) -> FileIdentity?
  package var open: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Follows symbolic links and returns the identity of the file at a path; nil if it is missing.
  package var lookThroughLinks: @Sendable (_ path: String) throws(Refusal) -> FileIdentity?
  /// The target of a symbolic link, even if the target does not exist; nil if the path is not a
  /// link.
  package var readLink: @Sendable (_ path: String) throws(Refusal) -> String?
  package var openThroughLinks: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Returns the identity of an open file.
  package var lookAt: @Sendable (_ file: Int32) throws(Refusal) -> FileIdentity
  /// Counts the hard links of an open file.
  package var countNames: @Sendable (_ file: Int32) throws(Refusal) -> Int
  package var read: @Sendable (_ file: Int32, _ most: Int) throws(Refusal) -> [UInt8]
  /// Makes a new file that only its owner may use.
  package var create: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Reads at most `most` bytes from the end of a file.
  package var readEnd: @Sendable (_ file: Int32, _ most: Int) throws(Refusal) -> [UInt8]
  /// Opens a file for reading and appending; a missing file is created for its owner alone.
  package var openToAppend: @Sendable (_ path: String) throws(Refusal) -> Int32
  package var write: @Sendable (_ file: Int32, _ bytes: [UInt8]) throws(Refusal) -> Void
  package var sync: @Sendable (_ file: Int32) throws(Refusal) -> Void
  package var close: @Sendable (_ file: Int32) -> Void
  /// Gives a file a second name (a hard link); fails if another file already has that name.
  package var link: @Sendable (_ path: String, _ second: String) throws(Refusal) -> Void
  /// Gives a file the mode 0600, or a folder the mode 0700.
  package var protect: @Sendable (_ path: String) throws(Refusal) -> Void
  package var rename: @Sendable (_ from: String, _ to: String) throws(Refusal) -> Void
  package var remove: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Locks a file.
  ///
  /// Returns false if another process still has the lock after the given number of milliseconds.
  package var lock: @Sendable (_ file: Int32, _ milliseconds: Int) throws(Refusal) -> Bool
  /// Locks the first bytes of an open file until this process closes the file.
  ///
  /// Returns false if another open file description holds a lock on these bytes.
  package var lockStart: @Sendable (_ file: Int32, _ bytes: Int64) throws(Refusal) -> Bool
  package var openLock: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Lets the calling thread sleep, so the event loop's thread must never call it.
  package var pause: @Sendable (_ milliseconds: Int) -> Void
}

/// The identity and state of a file; they show whether the file was replaced or changed.
package struct FileIdentity: Hashable, Sendable {
  package enum Kind: Sendable { case file, folder, link, other }

  package var kind: Kind
  package var owner: UInt32
  package var isOwn: Bool
  package var isWritableByAll: Bool
  /// Whether nobody except the file's owner has access to the file.
  package var isPrivate: Bool
  package var device: UInt64
  package var number: UInt64
  package var size: Int64
  package var changedSeconds: Int
  package var changedNanoseconds: Int

  /// Whether this is the same file; its contents may have changed.
  package func isSame(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }
}

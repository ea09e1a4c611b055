/// All file system calls that can fail, as closures, so that tests can make the calls fail.
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
  /// Syncs a folder, which forces its entries to the disk.
  package var syncFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Lists at most `most` names in a folder, sorted by bytes; empty if the folder does not exist.
  package var list: @Sendable (_ path: String, _ most: Int) throws(Refusal) -> [String]
  package var look: @Sendable (_ path: String) throws(Refusal) -> FileIdentity?
  package var open: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Returns the identity of the file that a path leads to through symbolic links; nil if missing.
  package var lookThroughLinks: @Sendable (_ path: String) throws(Refusal) -> FileIdentity?
  /// The target of a symbolic link, which need not exist; nil if the path is no link.
  package var readLink: @Sendable (_ path: String) throws(Refusal) -> String?
  package var openThroughLinks: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Returns the identity of an open file.
  package var lookAt: @Sendable (_ file: Int32) throws(Refusal) -> FileIdentity
  /// Counts the names, or hard links, of an open file.
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
  /// Gives a file a second name; fails if another file has that name.
  package var link: @Sendable (_ path: String, _ second: String) throws(Refusal) -> Void
  /// Gives a file the mode 0600, or a folder the mode 0700.
  package var protect: @Sendable (_ path: String) throws(Refusal) -> Void
  package var rename: @Sendable (_ from: String, _ to: String) throws(Refusal) -> Void
  package var remove: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Locks a file; returns false if another process keeps the lock for the given milliseconds.
  package var lock: @Sendable (_ file: Int32, _ milliseconds: Int) throws(Refusal) -> Bool
  /// Locks the first bytes of an open file until the file is closed.
  ///
  /// Returns false if another open file description holds a lock on these bytes.
  package var lockStart: @Sendable (_ file: Int32, _ bytes: Int64) throws(Refusal) -> Bool
  package var openLock: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Lets the calling thread sleep; never called on the loop's thread.
  package var pause: @Sendable (_ milliseconds: Int) -> Void
}

/// The identity and state of a file, to find out whether it was replaced or changed.
package struct FileIdentity: Hashable, Sendable {
  package enum Kind: Sendable { case file, folder, link, other }

  package var kind: Kind
  package var owner: UInt32
  package var isOwn: Bool
  package var isWritableByAll: Bool
  /// Whether only the file's owner has any access to it.
  package var isPrivate: Bool
  package var device: UInt64
  package var number: UInt64
  package var size: Int64
  package var changedSeconds: Int
  package var changedNanoseconds: Int

  /// Whether this is the same file, even if it was written to meanwhile.
  package func isSame(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }
}

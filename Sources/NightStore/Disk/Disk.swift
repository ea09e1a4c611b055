/// The one seam to the file system: every call that can refuse, so that tests can make it refuse.
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

  /// Makes one folder, for its owner alone.
  package var makeFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Removes one folder, if nothing is in it.
  package var removeFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Forces a folder's entries to the disk.
  package var syncFolder: @Sendable (_ path: String) throws(Refusal) -> Void
  /// The first so many names in a folder, by their bytes; none where no folder is there.
  package var list: @Sendable (_ path: String, _ most: Int) throws(Refusal) -> [String]
  package var look: @Sendable (_ path: String) throws(Refusal) -> FileIdentity?
  package var open: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Looks at what a path leads to.
  package var lookThroughLinks: @Sendable (_ path: String) throws(Refusal) -> FileIdentity?
  /// What a link says, which need not be there; nil where none stands there.
  package var readLink: @Sendable (_ path: String) throws(Refusal) -> String?
  package var openThroughLinks: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Looks at what was opened.
  package var lookAt: @Sendable (_ file: Int32) throws(Refusal) -> FileIdentity
  /// Counts the names, or hard links, of an open file.
  package var countNames: @Sendable (_ file: Int32) throws(Refusal) -> Int
  package var read: @Sendable (_ file: Int32, _ most: Int) throws(Refusal) -> [UInt8]
  /// Makes a file that was not there, for its owner alone.
  package var create: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Reads so many bytes before a file's end, or what there is.
  package var readEnd: @Sendable (_ file: Int32, _ most: Int) throws(Refusal) -> [UInt8]
  /// Opens a file to read it and write at its end, and makes it, for its owner alone, where it was not there.
  package var openToAppend: @Sendable (_ path: String) throws(Refusal) -> Int32
  package var write: @Sendable (_ file: Int32, _ bytes: [UInt8]) throws(Refusal) -> Void
  package var sync: @Sendable (_ file: Int32) throws(Refusal) -> Void
  package var close: @Sendable (_ file: Int32) -> Void
  /// Gives a file a second name, which must be free.
  package var link: @Sendable (_ path: String, _ second: String) throws(Refusal) -> Void
  /// Gives a file the mode 0600, unless it has that mode already.
  package var protect: @Sendable (_ path: String) throws(Refusal) -> Void
  package var rename: @Sendable (_ from: String, _ to: String) throws(Refusal) -> Void
  package var remove: @Sendable (_ path: String) throws(Refusal) -> Void
  /// Returns false if another process holds the lock for the whole wait.
  package var lock: @Sendable (_ file: Int32, _ milliseconds: Int) throws(Refusal) -> Bool
  package var openLock: @Sendable (_ path: String) throws(Refusal) -> Int32
  /// Lets the calling thread sleep; never called on the loop's thread.
  package var pause: @Sendable (_ milliseconds: Int) -> Void
}

/// What a path names, told apart from what it named before.
package struct FileIdentity: Hashable, Sendable {
  package enum Kind: Sendable { case file, folder, link, other }

  package var kind: Kind
  package var owner: UInt32
  package var isOwn: Bool
  package var isWritableByAll: Bool
  /// Whether its owner alone may do anything with it.
  package var isPrivate: Bool
  package var device: UInt64
  package var number: UInt64
  package var size: Int64
  package var changedSeconds: Int
  package var changedNanoseconds: Int

  /// Whether it is the same thing, whatever was written to it meanwhile.
  package func isSame(as other: FileIdentity) -> Bool {
    device == other.device && number == other.number
  }
}

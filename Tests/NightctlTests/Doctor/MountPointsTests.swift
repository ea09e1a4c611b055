import NightCore
@testable import nightctl
import Testing

/// Finding the mount point of a path.
@Suite struct MountPointsTests {
  private let mounts = MountPoints(
    #"""
    22 1 0:21 / / rw,relatime shared:1 - overlay overlay rw,lowerdir=/a
    23 22 8:3 /home /home rw,relatime - ext4 /dev/sda3 rw
    24 23 8:3 /home/ada /home/ada ro,relatime master:1 - ext4 /dev/sda3 rw
    25 23 0:30 / /home/my\040disk\134x rw - tmpfs tmpfs rw
    a line without a mount
    """#
  )

  @Test(
    "A path belongs to the deepest mount point that contains the path",
    arguments: [
      ("/home/ada/.local/state/nightd/intent.json", "/home/ada"), ("/home/ada", "/home/ada"),
      ("/home/adam/x", "/home"), ("/usr/share", "/"), ("/", "/"),
      (#"/home/my disk\x/y"#, #"/home/my disk\x"#),
    ]
  )
  func holding(path: String, mount: String) {
    #expect(mounts.holding(path) == mount)
  }

  @Test("If no mount point is known, every path belongs to the root")
  func unknown() {
    #expect(MountPoints("").holding("/home") == "/")
  }
}

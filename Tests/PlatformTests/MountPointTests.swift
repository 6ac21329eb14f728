import Testing

@testable import Platform

@Suite struct MountPointTests {
  private let table = Array(
    """
    27 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
    31 27 0:40 / /home/a/shared rw,nosuid - fuse.sshfs server: rw
    32 27 0:41 / /home/a/my\\040disk rw - ext4 /dev/sdb1 rw

    """.utf8)

  @Test(arguments: [
    ("/home/a/src", "/"), ("/home/a/shared", "/home/a/shared"),
    ("/home/a/shared/x/y", "/home/a/shared"), ("/home/a/shared2", "/"),
    ("/home/a/my disk/x", "/home/a/my disk"),
  ])
  func `finds the longest mount point above a path`(path: String, point: String) {
    #expect(MountPoint.of(path, in: table) == point)
  }

  @Test func `reads the table of this system`() {
    #expect(MountPoint.of("/proc/self") == "/proc")
  }
}

import Glibc

/// How a signal handler wakes a loop that waits for keys: it may write a byte, and little else.
/// A flag alone would be missed between looking at it and beginning to wait.
struct SelfPipe: ~Copyable {
  let reading: Int32
  let writing: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .failed(errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Takes what was written since the last time.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}

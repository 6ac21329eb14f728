import Glibc

/// A pipe that wakes a loop waiting for keys. A signal handler may only call a few functions,
/// `write` among them. A flag would be missed if the signal came between the check and the wait.
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

  /// Discards all bytes in the pipe.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}

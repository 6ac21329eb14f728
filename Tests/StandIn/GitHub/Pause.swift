import Glibc

enum Pause {
  /// Blocks this thread.
  static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var rest = timespec()
    while nanosleep(&left, &rest) == -1 && errno == EINTR { left = rest }
  }
}

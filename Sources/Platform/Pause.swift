import Glibc

/// Blocks the calling thread for a while.
public enum Pause {
  public static func milliseconds(_ count: UInt32) {
    usleep(count * 1000)
  }
}

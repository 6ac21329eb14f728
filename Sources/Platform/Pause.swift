import Glibc

/// A moment in which this thread does nothing.
public enum Pause {
  public static func milliseconds(_ count: UInt32) {
    usleep(count * 1000)
  }
}

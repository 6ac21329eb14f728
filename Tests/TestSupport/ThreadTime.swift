import Glibc

/// The processor time that the current thread has used. Other processes and threads do not change
/// it, as they do the time on a clock.
public enum ThreadTime {
  public static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = used
    try work()
    return used - start
  }

  private static var used: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

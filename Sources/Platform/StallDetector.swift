import Glibc

/// Distinguishes a child that works silently from one that waits for an event that may never come,
/// such as a writer of a FIFO: the latter sleeps and uses no processor time.
///
/// The state is checked at regular intervals and the idle checks are counted, so that time during
/// which this program itself was stopped does not count.
struct StallDetector {
  /// The time between two checks.
  static let interval = Duration.milliseconds(250)

  private let identifier: pid_t
  private let limit: Int
  private var processorTime: timespec?
  private var idleChecks = 0

  init(on identifier: pid_t, limit: Duration) {
    self.identifier = identifier
    self.limit = Int((limit / StallDetector.interval).rounded(.up))
    processorTime = Self.processorTime(of: identifier)
  }

  /// Checks once more. A child whose state cannot be read does not count as stalled.
  mutating func isStalled() -> Bool {
    let time = Self.processorTime(of: identifier)
    let isIdle =
      time != nil && time?.tv_sec == processorTime?.tv_sec
      && time?.tv_nsec == processorTime?.tv_nsec && Self.isAsleep(identifier)
    processorTime = time
    idleChecks = isIdle ? idleChecks + 1 : 0
    return idleChecks >= limit
  }

  private static func processorTime(of identifier: pid_t) -> timespec? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return time
  }

  /// Whether the child waits for an event (`S`), not for a processor (`R`) or a disk (`D`).
  private static func isAsleep(_ identifier: pid_t) -> Bool {
    guard let bytes = try? File.read("/proc/\(identifier)/stat", limit: 4096),
      // The name of the program may contain parentheses.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return bytes[end...].dropFirst(2).first == UInt8(ascii: "S")
  }
}

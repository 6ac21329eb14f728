import Glibc

/// Tells a child that works in silence from one that waits for what may never come, such as a writer
/// of a FIFO: that one sleeps and is given no processor time.
///
/// It looks at even distances and counts the looks, so that the time during which this program was
/// stopped itself does not count.
struct StallDetector {
  /// How long to wait between two looks.
  static let interval = Duration.milliseconds(250)

  private let identifier: pid_t
  private let limit: Int
  private var processorTime: timespec?
  private var idleLooks = 0

  init(on identifier: pid_t, limit: Duration) {
    self.identifier = identifier
    self.limit = Int((limit / StallDetector.interval).rounded(.up))
    processorTime = Self.processorTime(of: identifier)
  }

  /// Looks once more. A child that cannot be looked at is not said to wait.
  mutating func isStalled() -> Bool {
    let time = Self.processorTime(of: identifier)
    let isIdle =
      time != nil && time?.tv_sec == processorTime?.tv_sec
      && time?.tv_nsec == processorTime?.tv_nsec && Self.isAsleep(identifier)
    processorTime = time
    idleLooks = isIdle ? idleLooks + 1 : 0
    return idleLooks >= limit
  }

  private static func processorTime(of identifier: pid_t) -> timespec? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return time
  }

  /// Whether it waits for an event (`S`), rather than for a processor (`R`) or for a disk (`D`).
  private static func isAsleep(_ identifier: pid_t) -> Bool {
    guard let bytes = try? File.read("/proc/\(identifier)/stat", limit: 4096),
      // The name of the program may have parentheses in it.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return bytes[end...].dropFirst(2).first == UInt8(ascii: "S")
  }
}

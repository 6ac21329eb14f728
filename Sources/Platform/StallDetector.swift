import Glibc

/// Distinguishes a child that works silently from one that waits for an event that may never come,
/// such as a writer of a FIFO: the latter sleeps and uses no processor time.
///
/// The state is checked at regular intervals and the idle checks are counted, so that time during
/// which this program itself was stopped does not count. Where `/proc` is not mounted, a child that
/// waits for a disk looks the same as one that sleeps, so it gets ten times as long.
struct StallDetector {
  /// The time between two checks.
  static let interval = Duration.milliseconds(250)

  private let identifier: pid_t
  /// The folder with the states of processes.
  private let processes: String
  private let limit: Int
  /// Whether the states of processes can be read.
  private let knowsStates: Bool
  private var processorTime: timespec?
  private var idleChecks = 0

  init(on identifier: pid_t, limit: Duration, processes: String = "/proc") {
    self.identifier = identifier
    self.processes = processes
    knowsStates = File.exists("\(processes)/\(identifier)/stat")
    let checks = Int((limit / StallDetector.interval).rounded(.up))
    self.limit = knowsStates ? checks : 10 * checks
    processorTime = Self.processorTime(of: identifier)
  }

  /// Checks once more. A child whose state cannot be read does not count as stalled.
  mutating func isStalled() -> Bool {
    let time = Self.processorTime(of: identifier)
    let isIdle =
      time != nil && time?.tv_sec == processorTime?.tv_sec
      && time?.tv_nsec == processorTime?.tv_nsec && (!knowsStates || isAsleep)
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
  private var isAsleep: Bool {
    guard let bytes = try? File.read("\(processes)/\(identifier)/stat", limit: 4096),
      // The name of the program may contain parentheses.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return false }
    return bytes[end...].dropFirst(2).first == UInt8(ascii: "S")
  }
}

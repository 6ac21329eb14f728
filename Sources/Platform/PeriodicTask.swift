import Diary
import Glibc

/// Repeats some work on a thread of its own until this value is released. The release waits for a
/// run in progress.
public struct PeriodicTask: ~Copyable {
  private let schedule: Schedule?
  private let thread: Thread?

  /// If the system has no pipe or thread left, the work is not run.
  public init(every interval: Duration, _ work: @escaping @Sendable () -> Void) {
    guard let pipe = Descriptor.pipe() else {
      schedule = nil
      thread = nil
      return
    }
    let schedule = Schedule(pipe, milliseconds: interval.wholeMilliseconds(atMost: .max), work)
    self.schedule = schedule
    thread = schedule.start()
  }

  deinit {
    guard let schedule, let thread else { return }
    schedule.end()
    thread.join()
  }
}

private final class Schedule: Sendable {
  /// `end` writes one byte to this pipe, which ends the wait of the thread.
  private let stopPipe: Pipe
  private let milliseconds: Int32
  private let work: @Sendable () -> Void

  init(_ stopPipe: consuming Pipe, milliseconds: Int32, _ work: @escaping @Sendable () -> Void) {
    self.stopPipe = stopPipe
    self.milliseconds = milliseconds
    self.work = work
  }

  func start() -> Thread? { Thread { self.run() } }

  private func run() {
    while true {
      var waiting = pollfd(fd: stopPipe.reading.number, events: Int16(POLLIN), revents: 0)
      let ready = retrying { poll(&waiting, 1, milliseconds) }
      guard ready == 0 else { return }
      work()
    }
  }

  func end() {
    var byte: UInt8 = 0
    _ = retrying { write(stopPipe.writing.number, &byte, 1) }
  }
}

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

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

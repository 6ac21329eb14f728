import Diary
import Glibc

/// Work that is done again and again on a thread of its own, until its owner lets go of it. Then it
/// is not being done any more.
public struct PeriodicTask: ~Copyable {
  private let schedule: Schedule?
  private let thread: Thread?

  /// Where there is no room for a thread, the work is not done.
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
  /// What ends the wait; nothing else is written there.
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

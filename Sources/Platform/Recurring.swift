import Glibc

/// Work that is done again and again on a thread of its own, until its owner lets go of it. Then it
/// is not being done any more.
public struct Recurring: ~Copyable {
  private let schedule: Schedule?
  private let thread: pthread_t?

  /// Where there is no room for a thread, the work is not done.
  public init(every interval: Duration, _ work: @escaping @Sendable () -> Void) {
    guard let pipe = Descriptor.pipe() else {
      schedule = nil
      thread = nil
      return
    }
    let schedule = Schedule(pipe, milliseconds: Int32(interval / .milliseconds(1)), work)
    self.schedule = schedule
    thread = schedule.start()
  }

  deinit {
    guard let schedule, let thread else { return }
    schedule.end()
    pthread_join(thread, nil)
  }
}

private final class Schedule: Sendable {
  /// What ends the wait; nothing else is written there.
  private let bell: Pipe
  private let milliseconds: Int32
  private let work: @Sendable () -> Void

  init(_ bell: consuming Pipe, milliseconds: Int32, _ work: @escaping @Sendable () -> Void) {
    self.bell = bell
    self.milliseconds = milliseconds
    self.work = work
  }

  func start() -> pthread_t? {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        // It was retained for this thread, which is given nothing else.
        if let context { Unmanaged<Schedule>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    if code != 0 { context.release() }
    return code == 0 ? thread : nil
  }

  private func run() {
    while true {
      var waiting = pollfd(fd: bell.reading.number, events: Int16(POLLIN), revents: 0)
      let ready = retrying { poll(&waiting, 1, milliseconds) }
      guard ready == 0 else { return }
      work()
    }
  }

  func end() {
    var byte: UInt8 = 0
    _ = retrying { write(bell.writing.number, &byte, 1) }
  }
}

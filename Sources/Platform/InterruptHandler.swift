import Glibc
import Synchronization

/// Ctrl-C and a polite end from outside, as the cancellation of some work rather than the end of
/// the program, so that it can put things in order. A second one ends the program as usual.
public enum InterruptHandler {
  /// Whether a signal has come while work that heeds it goes on. Whatever waits in a call that
  /// cancellation does not reach, for the lock of a database or a file, asks here now and then.
  public static var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// Runs `work`, and cancels it when a signal comes.
  ///
  /// - Returns: what `work` made, and whether a signal cancelled it.
  public static func cancellingOnSignal<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
  ) async -> (result: Result, wasInterrupted: Bool) {
    let watch = SignalWatch()
    return await withTaskGroup(of: Event<Result>.self) { group in
      group.addTask { .done(await work()) }
      group.addTask { .signal(await watch.waitForSignal()) }
      var result: Result?
      var wasInterrupted = false
      // Both come to an end: the work by itself or cancelled, the watch with it.
      while true {
        switch await group.next() {
        case .done(let made):
          result = made
          watch.end()
        case .signal(let isSignal):
          if isSignal { group.cancelAll() }
          wasInterrupted = isSignal
        case nil:
          guard let result else { preconditionFailure("the work is a task of the group") }
          return (result, wasInterrupted)
        }
      }
    }
  }
}

private enum Event<Result: Sendable>: Sendable {
  case done(Result)
  case signal(Bool)
}

/// Where the handler writes the number of a signal; nothing is read there while it is -1.
private let signalPipe = Atomic<Int32>(-1)

/// What `InterruptHandler.isRequested` says.
private let requested = Atomic<Bool>(false)

/// A thread that waits for signals, since a handler may do no more than write a byte.
private final class SignalWatch: Sendable {
  private enum State {
    case pending
    case awaited(CheckedContinuation<Bool, Never>)
    case resolved(Bool)
  }

  /// What the thread and its owner share; whoever is last lets go of it.
  private final class Shared: Sendable {
    let state = Mutex(State.pending)
    let reading: Int32

    init(reading: Int32) { self.reading = reading }

    /// The first one to say it is believed.
    func resolve(_ isSignal: Bool) {
      let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
        defer { if case .resolved = state {} else { state = .resolved(isSignal) } }
        if case .awaited(let continuation) = state { return continuation }
        return nil
      }
      waiting?.resume(returning: isSignal)
    }

    /// The next signal; `nil` at the end.
    func next() -> Int32? {
      var byte: UInt8 = 0
      while true {
        let count = read(reading, &byte, 1)
        if count == 1 { return byte == 0 ? nil : Int32(byte) }
        if count < 0, errno == EINTR { continue }
        return nil
      }
    }
  }

  private let shared: Shared
  private let writing: Int32
  private let thread: Thread?
  /// What was done about each signal before.
  private let before: [(signal: Int32, action: sigaction)]

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe signals do what they always do.
    if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    writing = ends[1]
    let shared = Shared(reading: ends[0])
    self.shared = shared
    thread = writing < 0 ? nil : Thread { Self.listen(shared) }
    signalPipe.store(writing, ordering: .releasing)
    before = thread == nil ? [] : [SIGINT, SIGTERM, SIGHUP].compactMap(Self.handle)
  }

  /// Whether a signal came before the end.
  func waitForSignal() async -> Bool {
    await withCheckedContinuation { continuation in
      let known: Bool? = shared.state.withLock { state in
        if case .resolved(let isSignal) = state { return isSignal }
        state = .awaited(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  func end() {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
    signalPipe.store(-1, ordering: .releasing)
    shared.resolve(false)
    if let thread {
      var over: UInt8 = 0
      _ = write(writing, &over, 1)
      thread.join()
    }
    BoundChildren.resume()
    for end in [shared.reading, writing] where end >= 0 { close(end) }
    requested.store(false, ordering: .releasing)
  }

  /// What is ignored stays so: whoever started the program in the background wanted it.
  private static func handle(_ signal: Int32) -> (signal: Int32, action: sigaction)? {
    var before = sigaction()
    sigaction(signal, nil, &before)
    let isIgnored =
      unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { return nil }
    var handling = sigaction()
    handling.sa_flags = SA_RESTART
    handling.__sigaction_handler.sa_handler = { signal in
      let reason = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      let pipe = signalPipe.load(ordering: .acquiring)
      if pipe >= 0 { _ = write(pipe, &byte, 1) }
      errno = reason
    }
    sigaction(signal, &handling, nil)
    return (signal, before)
  }

  private static func listen(_ shared: Shared) {
    guard shared.next() != nil else { return }
    shared.resolve(true)
    // Only now: work that ends because of it finds the signal settled.
    requested.store(true, ordering: .releasing)
    // The work may be waiting for one of them, and hears that it is cancelled only afterwards.
    BoundChildren.interrupt()
    if let again = shared.next() {
      // A second signal ends the program at once.
      signal(again, SIG_DFL)
      kill(getpid(), again)
    }
  }
}

import Glibc
import Synchronization

/// Turns the first `SIGINT`, `SIGTERM` or `SIGHUP` into the cancellation of some work, so that it
/// can clean up. A second signal ends the program as usual.
public enum InterruptHandler {
  /// Whether a signal has arrived during `cancellingOnSignal`. Code that blocks in a call that does
  /// not react to cancellation, for example for the lock of a database or a file, polls this.
  public static var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// The exit status of a program that a signal has interrupted, as a shell reports it: 130 after
  /// `SIGINT`, 143 after `SIGTERM`.
  public static var exitStatus: Int32 { 128 + lastSignal.load(ordering: .acquiring) }

  /// Whether there are typed texts that are kept after a first signal. A second one waits for that,
  /// two seconds at most.
  public static func setKeepsTexts(_ keeps: Bool) { keepsTexts.store(keeps, ordering: .releasing) }

  /// Runs `work`, and cancels it when a signal arrives.
  ///
  /// - Returns: The result of `work`, and whether a signal canceled it.
  public static func cancellingOnSignal<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
  ) async -> (result: Result, wasInterrupted: Bool) {
    let watch = SignalWatch()
    return await withTaskGroup(of: Event<Result>.self) { group in
      group.addTask { .done(await work()) }
      group.addTask { .signal(await watch.waitForSignal()) }
      var result: Result?
      var wasInterrupted = false
      // Both tasks end: `work` by itself or by cancellation, and the other by `watch.end()`.
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

/// The descriptor to which the signal handler writes the number of the signal; -1 if there is none.
private let signalPipe = Atomic<Int32>(-1)

/// The value of `InterruptHandler.isRequested`.
private let requested = Atomic<Bool>(false)
private let keepsTexts = Atomic<Bool>(false)
private let lastSignal = Atomic<Int32>(SIGINT)

/// Waits for signals on a thread, because a signal handler may do little more than write a byte.
private final class SignalWatch: Sendable {
  /// The state that the thread and its `SignalWatch` share.
  private final class Shared: Sendable {
    /// Whether a signal arrived before the end.
    let isSignal = FirstAnswer<Bool>()
    let reading: Int32
    let writing: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      // Without a pipe, signals keep their usual effect.
      if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
      reading = ends[0]
      writing = ends[1]
    }

    deinit { for end in [reading, writing] where end >= 0 { close(end) } }

    /// The next signal; `nil` after `end()`.
    func next() -> Int32? {
      var byte: UInt8 = 0
      let count = retrying { read(reading, &byte, 1) }
      return count == 1 && byte != 0 ? Int32(byte) : nil
    }
  }

  private let shared = Shared()
  private let thread: Thread?
  /// The previous action of each signal.
  private let before: [(signal: Int32, action: sigaction)]

  init() {
    thread = shared.writing < 0 ? nil : Thread { [shared] in Self.listen(shared) }
    signalPipe.store(shared.writing, ordering: .releasing)
    before = thread == nil ? [] : [SIGINT, SIGTERM, SIGHUP].compactMap(Self.handle)
  }

  /// Returns whether a signal arrived before `end()`.
  func waitForSignal() async -> Bool { await shared.isSignal.value }

  func end() {
    for (signal, action) in before { action.install(for: signal) }
    signalPipe.store(-1, ordering: .releasing)
    shared.isSignal.give(false)
    if let thread {
      var stopByte: UInt8 = 0
      _ = write(shared.writing, &stopByte, 1)
      thread.join()
    }
    BoundChildren.resume()
    requested.store(false, ordering: .releasing)
  }

  /// Installs the handler, unless the signal is ignored: the program was then started in the
  /// background or by `nohup`.
  private static func handle(_ signal: Int32) -> (signal: Int32, action: sigaction)? {
    var before = sigaction()
    sigaction(signal, nil, &before)
    if before.isIgnored { return nil }
    var handling = sigaction()
    handling.sa_flags = SA_RESTART
    handling.__sigaction_handler.sa_handler = { signal in
      let reason = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      let pipe = signalPipe.load(ordering: .acquiring)
      lastSignal.store(signal, ordering: .releasing)
      if pipe >= 0 { _ = write(pipe, &byte, 1) }
      errno = reason
    }
    handling.install(for: signal)
    return (signal, before)
  }

  private static func listen(_ shared: Shared) {
    guard shared.next() != nil else { return }
    shared.isSignal.give(true)
    // This is set after the answer, so that work that ends because of it does not call `end()`
    // before the signal is recorded.
    requested.store(true, ordering: .releasing)
    // The work may be waiting for a child, and would notice its cancellation only after that.
    BoundChildren.interrupt()
    while let again = shared.next() {
      // A terminal that is closed sends SIGHUP more than once, and the text is still being saved.
      if again == SIGHUP { continue }
      // A second signal ends the program, as soon as what was typed is kept.
      let end = ContinuousClock.now + .seconds(2)
      while keepsTexts.load(ordering: .acquiring), ContinuousClock.now < end { usleep(2000) }
      signal(again, SIG_DFL)
      kill(getpid(), again)
    }
  }
}

/// The signals that this program ignores.
public enum Signals {
  /// Makes `write` return an error, instead of ending the program, when the reader of a pipe is
  /// gone or a file may not grow further.
  public static func ignoreBrokenPipesAndFileLimits() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// Ignores signals from the terminal until this value is released, so that only the child in the
/// foreground receives them.
struct TerminalSignalsIgnored: ~Copyable {
  private let before: [(signal: Int32, action: sigaction)]

  /// Ctrl-C and Ctrl-\.
  static let keyboard = [SIGINT, SIGQUIT]
  /// Also the loss of the terminal, after which a child may still save its work.
  static let all = keyboard + [SIGHUP]

  init(_ signals: [Int32]) {
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    before = signals.map { [ignoring] in ($0, ignoring.install(for: $0)) }
  }

  deinit { for (signal, action) in before { action.install(for: signal) } }

  /// The signals to reset in the child. Signals that were already ignored before stay ignored: this
  /// program was then started in the background or by `nohup`.
  var forChild: [Int32] {
    before.filter { !$0.action.isIgnored }.map(\.signal)
  }
}

extension sigaction {
  /// Makes this the action for a signal, and returns the previous one.
  @discardableResult
  fileprivate func install(for signal: Int32) -> sigaction {
    var action = self
    var previous = sigaction()
    sigaction(signal, &action, &previous)
    return previous
  }

  fileprivate var isIgnored: Bool {
    unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

import Glibc
import Synchronization

/// The one place that changes the terminal's mode, and that gives it back whatever happens: at the
/// end of the work, on `exit`, on a signal that ends or stops the program, and in a crash.
///
/// The handlers use nothing but `write`, `tcsetattr` and memory that was there before they were
/// set, for a signal may come in the middle of anything.
enum TerminalGuard {
  /// What is done to the terminal while it is held.
  struct Mode {
    var change: @Sendable (inout termios) -> Void
    /// Sent after the change, and before it is taken back.
    var opening: StaticString = ""
    var closing: StaticString = ""
    /// Where a byte is written after a signal that leaves something to draw or to end.
    var wakeUp: Int32 = -1
  }

  /// Whether a signal asked for the end and the program's own handler let it live on.
  static var wasInterrupted: Bool { ended.load(ordering: .acquiring) }

  /// Changes the terminal until `end()`, which belongs into a `defer` right below. One holds it at
  /// a time, and a descriptor that is no terminal is left alone.
  static func begin(_ descriptor: Int32, _ mode: Mode) {
    var original = termios()
    guard !isBegun.load(ordering: .acquiring), tcgetattr(descriptor, &original) == 0 else { return }
    isBegun.store(true, ordering: .releasing)
    var changed = original
    mode.change(&changed)
    held.initialize(
      to: SavedTerminalState(
        descriptor: descriptor, original: original, changed: changed, opening: mode.opening,
        closing: mode.closing, wakeUp: mode.wakeUp))
    ended.store(false, ordering: .releasing)
    _ = registeredAtExit
    var stack = stack_t(ss_sp: handlerStack, ss_flags: 0, ss_size: handlerStackSize)
    sigaltstack(&stack, &stackBefore.pointee)
    // By now everything that a handler touches has been made.
    for signal in ending + stopping + crashing { install(signal) }
    enter()
  }

  static func end() {
    guard isBegun.exchange(false, ordering: .acquiringAndReleasing) else { return }
    restore()
    for signal in ending + stopping + crashing { reinstate(signal) }
    sigaltstack(stackBefore, nil)
  }

  private static let registeredAtExit: Void = { atexit { restore() } }()
}

// MARK: - What the handlers touch

private struct SavedTerminalState {
  var descriptor: Int32
  var original: termios
  var changed: termios
  var opening: StaticString
  var closing: StaticString
  var wakeUp: Int32
}

private let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
private let stopping = [SIGTSTP, SIGCONT, SIGWINCH]
private let crashing = [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

private let isBegun = Atomic(false)
/// False as well while the program is stopped, and after a signal that ends it.
private let isHeld = Atomic(false)
private let ended = Atomic(false)

// Written only while no handler is installed, read by handlers only.
nonisolated(unsafe) private let held = UnsafeMutablePointer<SavedTerminalState>.allocate(
  capacity: 1)
nonisolated(unsafe) private let before: UnsafeMutablePointer<sigaction> = {
  let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  actions.initialize(repeating: sigaction(), count: 65)
  return actions
}()

// A crash for want of stack leaves none to the handler.
private let handlerStackSize = 1 << 16
nonisolated(unsafe) private let handlerStack = UnsafeMutableRawPointer.allocate(
  byteCount: handlerStackSize, alignment: 16)
nonisolated(unsafe) private let stackBefore = {
  let stack = UnsafeMutablePointer<stack_t>.allocate(capacity: 1)
  stack.initialize(to: stack_t())
  return stack
}()

private func enter() {
  guard !isHeld.exchange(true, ordering: .acquiringAndReleasing) else { return }
  tcsetattr(held.pointee.descriptor, TCSADRAIN, &held.pointee.changed)
  let text = held.pointee.opening
  _ = write(held.pointee.descriptor, text.utf8Start, text.utf8CodeUnitCount)
}

/// In the background the terminal is somebody else's, and touching it would stop the program.
private func restore() {
  guard isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return }
  let foreground = tcgetpgrp(held.pointee.descriptor)
  guard foreground < 0 || foreground == getpgrp() else { return }
  let text = held.pointee.closing
  _ = write(held.pointee.descriptor, text.utf8Start, text.utf8CodeUnitCount)
  tcsetattr(held.pointee.descriptor, TCSANOW, &held.pointee.original)
}

/// Tells the reader that there is something to draw again or to end.
private func wake() {
  guard held.pointee.wakeUp >= 0 else { return }
  var byte: UInt8 = 0
  _ = write(held.pointee.wakeUp, &byte, 1)
}

// MARK: - Signals

/// What was ignored stays ignored: `nohup` means it.
private func install(_ signal: Int32) {
  sigaction(signal, nil, before + Int(signal))
  let old = before[Int(signal)].__sigaction_handler.sa_handler
  guard unsafeBitCast(old, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
  var action = sigaction()
  action.sa_flags = SA_RESTART | SA_ONSTACK
  action.__sigaction_handler.sa_handler =
    switch signal {
    case SIGTSTP: stop
    case SIGCONT: goOn
    case SIGWINCH: { _ in preservingErrno(wake) }
    default: finish
    }
  sigaction(signal, &action, nil)
}

private func reinstate(_ signal: Int32) {
  sigaction(signal, before + Int(signal), nil)
}

/// Gives the screen back and lets the signal do what it would have done without us. It comes again
/// when this returns, for until then it is blocked.
private func finish(_ signal: Int32) {
  preservingErrno {
    restore()
    ended.store(true, ordering: .releasing)
    wake()
    reinstate(signal)
    raise(signal)
  }
}

private func stop(_ signal: Int32) {
  preservingErrno {
    restore()
    reinstate(signal)
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    raise(signal)
    // The program stops here, and goes on from here.
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    install(signal)
    enter()
    wake()
  }
}

/// A stop that could not be caught has left the screen alone, but the shell has changed the mode.
/// In the background this waits for the foreground.
private func goOn(_ signal: Int32) {
  preservingErrno {
    if isHeld.load(ordering: .acquiring) {
      tcsetattr(held.pointee.descriptor, TCSADRAIN, &held.pointee.changed)
    }
    enter()
    wake()
  }
}

private func preservingErrno(_ work: () -> Void) {
  let saved = errno
  work()
  errno = saved
}

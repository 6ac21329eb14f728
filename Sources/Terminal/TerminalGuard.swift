import Glibc
import Synchronization

/// Changes the mode of the terminal and restores it in every case: at the end of the work, on
/// `exit`, on a signal that ends or stops the program, and in a crash.
///
/// Signal handlers only use `write`, `tcsetattr` and memory that was allocated before they were
/// installed, because a signal can arrive at any time.
enum TerminalGuard {
  /// The changes to the terminal.
  struct Mode {
    var change: @Sendable (inout termios) -> Void
    /// Escape sequences that are sent after the change and before it is undone.
    var opening: StaticString = ""
    var closing: StaticString = ""
    /// The descriptor to which a byte is written after a signal that requires a redraw or an end.
    var wakeUp: Int32 = -1
  }

  /// Whether a signal to end was received, but the program's own handler keeps it running.
  static var wasInterrupted: Bool { ended.load(ordering: .acquiring) }

  /// Whether a signal has restored the screen while the program still draws on it.
  static var hasLostScreen: Bool {
    isBegun.load(ordering: .acquiring) && !isHeld.load(ordering: .acquiring)
      && held.pointee.opening.utf8CodeUnitCount > 0
  }

  /// How often the terminal was changed, also by a program that was stopped and continues.
  static var beginnings: Int { entered.load(ordering: .acquiring) }

  /// Changes the terminal until `end()`, which should be called in a `defer` right after this. Only
  /// one change is active at a time; a descriptor that is not a terminal is ignored.
  static func begin(_ descriptor: Int32, _ mode: Mode) {
    var original = termios()
    guard !isBegun.load(ordering: .acquiring), tcgetattr(descriptor, &original) == 0 else { return }
    isBegun.store(true, ordering: .releasing)
    var changed = original
    mode.change(&changed)
    TerminalAccess.prepare()
    held.initialize(
      to: SavedTerminalState(
        descriptor: descriptor, original: original, changed: changed, opening: mode.opening,
        closing: mode.closing, wakeUp: mode.wakeUp))
    _ = registeredAtExit
    var stack = stack_t(ss_sp: handlerStack, ss_flags: 0, ss_size: handlerStackSize)
    sigaltstack(&stack, &stackBefore.pointee)
    // All memory that the handlers use has been initialized.
    for signal in TerminalAccess.signals + crashing { install(signal) }
    TerminalAccess.alone(enter)
    // After a signal to end, no further question waits for keys.
    if wasInterrupted { wake() }
  }

  static func end() {
    guard isBegun.exchange(false, ordering: .acquiringAndReleasing) else { return }
    TerminalAccess.alone(restore)
    for signal in TerminalAccess.signals + crashing { restoreHandler(of: signal) }
    sigaltstack(stackBefore, nil)
  }

  private static let registeredAtExit: Void = { atexit { TerminalAccess.alone(restore) } }()
}

// MARK: - State of the handlers

private struct SavedTerminalState {
  var descriptor: Int32
  var original: termios
  var changed: termios
  var opening: StaticString
  var closing: StaticString
  var wakeUp: Int32
}

private let crashing = [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE]

private let isBegun = Atomic(false)
/// Whether the change is active. It is also false while the program is stopped, and after a signal
/// that ends it.
private let isHeld = Atomic(false)
private let ended = Atomic(false)
private let entered = Atomic(0)
/// Whether a thread is about to stop the program.
private let isStopping = Atomic(false)
/// How often SIGCONT was received.
private let continued = Atomic(0)

// Written only while no handler is installed, and read only by handlers.
nonisolated(unsafe) private let held = UnsafeMutablePointer<SavedTerminalState>.allocate(
  capacity: 1)
nonisolated(unsafe) private let before: UnsafeMutablePointer<sigaction> = {
  let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  actions.initialize(repeating: sigaction(), count: 65)
  return actions
}()

// After a stack overflow, the handler needs its own stack.
private let handlerStackSize = 1 << 16
nonisolated(unsafe) private let handlerStack = UnsafeMutableRawPointer.allocate(
  byteCount: handlerStackSize, alignment: 16)
nonisolated(unsafe) private let stackBefore = {
  let stack = UnsafeMutablePointer<stack_t>.allocate(capacity: 1)
  stack.initialize(to: stack_t())
  return stack
}()

/// Does nothing after the work has ended and after a signal to end, which can arrive on another
/// thread right before this.
private func enter() {
  guard isBegun.load(ordering: .acquiring), !ended.load(ordering: .acquiring),
    !isHeld.exchange(true, ordering: .acquiringAndReleasing)
  else { return }
  entered.add(1, ordering: .releasing)
  tcsetattr(held.pointee.descriptor, TCSADRAIN, &held.pointee.changed)
  let text = held.pointee.opening
  _ = write(held.pointee.descriptor, text.utf8Start, text.utf8CodeUnitCount)
}

/// A background process must not touch the terminal: that would stop the program.
private func restore() {
  guard isHeld.exchange(false, ordering: .acquiringAndReleasing) else { return }
  let foreground = tcgetpgrp(held.pointee.descriptor)
  guard foreground < 0 || foreground == getpgrp() else { return }
  let text = held.pointee.closing
  _ = write(held.pointee.descriptor, text.utf8Start, text.utf8CodeUnitCount)
  tcsetattr(held.pointee.descriptor, TCSANOW, &held.pointee.original)
}

/// Wakes the reader to redraw or end.
private func wake() {
  guard held.pointee.wakeUp >= 0 else { return }
  var byte: UInt8 = 0
  _ = write(held.pointee.wakeUp, &byte, 1)
}

// MARK: - Signals

/// Signals that are ignored stay ignored, for `nohup`.
private func install(_ signal: Int32) {
  sigaction(signal, nil, before + Int(signal))
  let old = before[Int(signal)].__sigaction_handler.sa_handler
  guard unsafeBitCast(old, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
  var action = sigaction()
  action.sa_flags = SA_RESTART | SA_ONSTACK
  action.sa_mask = TerminalAccess.blocked.pointee
  action.__sigaction_handler.sa_handler =
    switch signal {
    case SIGTSTP: stop
    case SIGCONT: continueProgram
    case SIGWINCH: { _ in preservingErrno(wake) }
    default: finish
    }
  sigaction(signal, &action, nil)
}

private func restoreHandler(of signal: Int32) {
  sigaction(signal, before + Int(signal), nil)
}

/// Restores the screen and raises the signal again with its previous handler. The signal is blocked
/// until this function returns.
private func finish(_ signal: Int32) {
  preservingErrno {
    ended.store(true, ordering: .releasing)
    TerminalAccess.alone(restore)
    wake()
    restoreHandler(of: signal)
    raise(signal)
  }
}

private func stop(_ signal: Int32) {
  preservingErrno {
    let earlier = continued.load(ordering: .acquiring)
    // The kernel too treats two signals in quick succession as one.
    guard !isStopping.exchange(true, ordering: .acquiringAndReleasing) else { return }
    TerminalAccess.alone(restore)
    restoreHandler(of: signal)
    // Nobody would continue the program after a SIGCONT that has already arrived. SIGCONT is blocked
    // in this thread, so it is either pending or was received by another one.
    if continued.load(ordering: .acquiring) == earlier, !TerminalAccess.isPending(SIGCONT) {
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, signal)
      raise(signal)
      // The program stops here and continues from here.
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      pthread_sigmask(SIG_BLOCK, &mask, nil)
    }
    isStopping.store(false, ordering: .releasing)
    install(signal)
    TerminalAccess.alone(enter)
    wake()
  }
}

private func continueProgram(_ signal: Int32) {
  preservingErrno {
    continued.add(1, ordering: .acquiringAndReleasing)
    TerminalAccess.alone {
      // After a SIGSTOP, which cannot be caught, the screen is unchanged but the shell has reset the
      // mode. In the background, `tcsetattr` waits for the foreground.
      if isHeld.load(ordering: .acquiring) {
        tcsetattr(held.pointee.descriptor, TCSADRAIN, &held.pointee.changed)
      }
      enter()
    }
    wake()
  }
}

private func preservingErrno(_ work: () -> Void) {
  let saved = errno
  work()
  errno = saved
}

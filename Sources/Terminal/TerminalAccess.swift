import Glibc
import Synchronization

/// Lets one thread at a time write to the terminal or change its mode.
///
/// Signals arrive on any thread. Without this, the mode could be set by one thread and undone by
/// another at the same time, and a signal could cut a frame in the middle of an escape sequence.
enum TerminalAccess {
  /// The signals whose handlers use the terminal. They wait while their thread has access.
  static let signals = [SIGTSTP, SIGCONT, SIGWINCH] + ending

  /// The signals that end a program, besides those of crashes.
  private static let ending =
    [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
      SIGXFSZ, SIGPIPE, SIGIO, SIGPWR, SIGSTKFLT, SIGSYS,
    ] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())

  /// Runs `work` while no other thread has access. Signal handlers may call this.
  ///
  /// A terminal that accepts no output, and a crash of the thread that has access, must not keep the
  /// program from ending, so this waits half a second at most.
  static func alone(_ work: () -> Void) {
    var others = sigset_t()
    pthread_sigmask(SIG_BLOCK, blocked, &others)
    var hasAccess = false
    for _ in 0..<500 {
      hasAccess = !isTaken.exchange(true, ordering: .acquiringAndReleasing)
      if hasAccess { break }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
    work()
    if hasAccess { isTaken.store(false, ordering: .releasing) }
    pthread_sigmask(SIG_SETMASK, &others, nil)
  }

  /// Whether the signal has arrived and waits until this thread unblocks it.
  static func isPending(_ signal: Int32) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, signal) == 1
  }

  /// Allocates what `alone` uses, which a signal handler must not do.
  static func prepare() { _ = blocked }

  nonisolated(unsafe) static let blocked: UnsafeMutablePointer<sigset_t> = {
    let set = UnsafeMutablePointer<sigset_t>.allocate(capacity: 1)
    set.initialize(to: sigset_t())
    sigemptyset(set)
    for signal in signals { sigaddset(set, signal) }
    return set
  }()
}

private let isTaken = Atomic(false)

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

/// Turns off the echo of typed characters while part of the screen is going to be redrawn. The
/// characters stay in the input buffer for the next reader.
public enum TerminalEcho {
  public static func stop() {
    TerminalGuard.begin(STDIN_FILENO, .init { $0.c_lflag &= ~tcflag_t(ECHO) })
  }

  public static func resume() { TerminalGuard.end() }
}

/// The reason why the user could not be asked, or why the answer could not be read.
public enum TerminalError: Error, Hashable, Sendable {
  /// There is no terminal, or it cannot move its cursor: the user has to pass an option instead.
  case noTerminal
  /// The terminal was closed, or a system call failed.
  case failed(errno: Int32)
  /// A signal asks the program to end.
  case interrupted
  /// The input is not UTF-8.
  case notUTF8
}

/// The pager for output that is longer than the screen. The caller starts it.
public enum Pager {
  /// The command line of the pager, or `nil` if `PAGER` is empty or `cat`.
  public static func command(in environment: [String: String]) -> String? {
    let command = environment["PAGER"] ?? "less"
    return command.isEmpty || command == "cat" ? nil : command
  }

  /// The environment of the pager: it keeps colors and links, exits if all lines fit, and leaves
  /// the text on the screen. Existing settings take precedence.
  public static func environment(_ environment: [String: String]) -> [String: String] {
    // The text is always UTF-8; `less` would show it in hexadecimal under LANG=C.
    let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    return environment.merging(defaults) { own, _ in own }
  }
}

extension Screen {
  /// Whether the lines and the prompt after them do not fit on the screen.
  public func needsPager(for lines: some Sequence<StyledText>) -> Bool {
    guard isTerminal, let height else { return false }
    var rows = 0
    for line in lines {
      rows += self.rows(of: line)
      if rows >= height { return true }
    }
    return false
  }

  /// The number of rows of the screen that a line takes up.
  public func rows(of line: StyledText) -> Int {
    width.map { max(1, (line.width(on: self) + $0 - 1) / $0) } ?? 1
  }
}

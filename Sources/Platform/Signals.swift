import Glibc

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
    before = signals.map { ($0, TerminalSignalsIgnored.ignore($0)) }
  }

  deinit {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
  }

  /// The signals to reset in the child. Signals that were already ignored before stay ignored: this
  /// program was then started in the background or by `nohup`.
  var forChild: [Int32] {
    before.filter { !TerminalSignalsIgnored.isIgnored($0.action) }.map(\.signal)
  }

  private static func ignore(_ number: Int32) -> sigaction {
    var ignoring = sigaction()
    var previous = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(number, &ignoring, &previous)
    return previous
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

import Glibc

/// What the program does about signals.
public enum Signals {
  /// A pipe that nobody reads and a file that may not grow become errors of `write`, which can be
  /// answered, rather than the end of the program.
  public static func ignoreBrokenPipesAndFileLimits() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// Leaves signals that come from the terminal to the child that has it, until its owner lets go of
/// it.
struct TerminalSignalsIgnored: ~Copyable {
  private let before: [(signal: Int32, action: sigaction)]

  /// Ctrl-C and Ctrl-\.
  static let keyboard = [SIGINT, SIGQUIT]
  /// And the end of the terminal, after which a child may still have something to save.
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

  /// Those that a child should not ignore as we do. What was ignored before us stays so: whoever
  /// started this program in the background wanted it.
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

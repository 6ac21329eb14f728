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

/// Leaves Ctrl-C and Ctrl-\ to the child that has the terminal, until its owner lets go of it.
struct KeyboardSignalsIgnored: ~Copyable {
  private let interrupt: sigaction
  private let quit: sigaction

  init() {
    interrupt = KeyboardSignalsIgnored.ignore(SIGINT)
    quit = KeyboardSignalsIgnored.ignore(SIGQUIT)
  }

  deinit {
    var interrupt = interrupt
    var quit = quit
    sigaction(SIGINT, &interrupt, nil)
    sigaction(SIGQUIT, &quit, nil)
  }

  /// Those that a child should not ignore as we do. What was ignored before us stays so: whoever
  /// started this program in the background wanted it.
  var forChild: [Int32] {
    var signals: [Int32] = []
    if !KeyboardSignalsIgnored.isIgnored(interrupt) { signals.append(SIGINT) }
    if !KeyboardSignalsIgnored.isIgnored(quit) { signals.append(SIGQUIT) }
    return signals
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

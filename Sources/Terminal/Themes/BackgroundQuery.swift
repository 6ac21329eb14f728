import Diary
import Glibc

/// Asks the terminal itself whether it is light or dark.
public enum BackgroundQuery {
  /// What the terminal says, or `nil` where it does not, or not in time. It is asked only where
  /// both ends are a terminal that understands escape sequences; the answer takes a round trip, so
  /// that it is worth remembering.
  public static func ask(deadline: Duration = .milliseconds(100)) -> Background? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, isUnderstood,
      let terminal = try? TerminalInput()
    else { return nil }
    return ask(terminal, deadline: deadline)
  }

  /// What some terminals leave in the environment, `COLORFGBG=15;0`: the number of the background
  /// colour comes last. It is free, and wrong where the theme has changed since.
  public static func hint(in environment: [String: String]) -> Background? {
    guard let number = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) })
    else { return nil }
    return switch number {
    case 0...6, 8: .dark
    case 7, 9...15: .light
    default: nil
    }
  }

  private static var isUnderstood: Bool {
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    return !name.isEmpty && name != "dumb"
  }
}

extension BackgroundQuery {
  /// OSC 11 asks for the colour. A terminal that does not know it stays silent, so that DA1 follows,
  /// which all of them answer: with that, there is nothing left to wait for.
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  static func ask(_ terminal: borrowing TerminalInput, deadline: Duration) -> Background? {
    // In the background, the terminal is somebody else's.
    guard tcgetpgrp(terminal.descriptor) == getpgrp() else { return nil }
    let quiet = TerminalGuard.Mode(change: { $0.c_lflag &= ~tcflag_t(ICANON | ECHO) })
    TerminalGuard.begin(terminal.descriptor, quiet)
    defer { TerminalGuard.end() }
    return answer(of: terminal, until: ContinuousClock.now + deadline)
  }

  static func answer(
    of terminal: borrowing TerminalInput, until end: ContinuousClock.Instant
  ) -> Background? {
    // What was typed ahead is for whoever reads next, and stands in front of any answer.
    guard !isReady(terminal, for: .zero), (try? terminal.write(question)) != nil else {
      return nil
    }
    return heard(from: terminal, until: end)
  }

  static func heard(
    from terminal: borrowing TerminalInput, until end: ContinuousClock.Instant
  ) -> Background? {
    var answer = BackgroundAnswer()
    // One byte at a time: behind the last of the answer may stand what a person types.
    while !answer.isComplete, !TerminalGuard.wasInterrupted,
      case let left = end - ContinuousClock.now, left > .zero, isReady(terminal, for: left)
    {
      var byte: UInt8 = 0
      guard read(terminal.descriptor, &byte, 1) == 1 else { break }
      answer.read(byte)
    }
    return answer.color.map { Background($0) }
  }

  /// Whether there is something to read before the time is over.
  private static func isReady(_ terminal: borrowing TerminalInput, for time: Duration) -> Bool {
    var waiting = pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, time.wholeMilliseconds(atMost: 10_000)) == 1
      && waiting.revents & Int16(POLLIN) != 0
  }
}

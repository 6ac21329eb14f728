import Diary
import Glibc

/// Asks the terminal whether its background is light or dark.
public enum BackgroundQuery {
  /// The background that the terminal reports, or `nil` if it does not answer in time. It is asked
  /// only if standard input and output are a terminal, which must understand escape sequences. The
  /// answer takes a round trip, so that callers should cache it.
  public static func ask(deadline: Duration = .milliseconds(100)) -> Background? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      let terminal = try? TerminalInput()
    else { return nil }
    return ask(terminal, deadline: deadline)
  }

  /// The background according to the environment variable `COLORFGBG=15;0`, which some terminals
  /// set; the last number is the background color. This takes no time, but is wrong if the
  /// terminal's theme has changed since.
  public static func hint(in environment: [String: String]) -> Background? {
    guard let number = environment["COLORFGBG"]?.split(separator: ";").last.flatMap({ Int($0) })
    else { return nil }
    return switch number {
    case 0...6, 8: .dark
    case 7, 9...15: .light
    default: nil
    }
  }
}

extension BackgroundQuery {
  /// OSC 11 asks for the color. Terminals that do not support it do not answer, so DA1 follows,
  /// which all terminals answer: its answer ends the wait.
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  static func ask(_ terminal: borrowing TerminalInput, deadline: Duration) -> Background? {
    // A background process must not use the terminal.
    guard tcgetpgrp(terminal.descriptor) == getpgrp() else { return nil }
    let quiet = TerminalGuard.Mode(change: { $0.c_lflag &= ~tcflag_t(ICANON | ECHO) })
    TerminalGuard.begin(terminal.descriptor, quiet)
    defer { TerminalGuard.end() }
    return answer(of: terminal, until: ContinuousClock.now + deadline)
  }

  static func answer(
    of terminal: borrowing TerminalInput, until end: ContinuousClock.Instant
  ) -> Background? {
    // Pending input belongs to the next reader and would come before the answer.
    guard !isReady(terminal, for: .zero), (try? terminal.write(question)) != nil else {
      return nil
    }
    return readAnswer(from: terminal, until: end)
  }

  static func readAnswer(
    from terminal: borrowing TerminalInput, until end: ContinuousClock.Instant
  ) -> Background? {
    var answer = BackgroundAnswer()
    // Reads one byte at a time, because typed characters may follow the answer.
    while !answer.isComplete, !TerminalGuard.wasInterrupted,
      case let left = end - ContinuousClock.now, left > .zero, isReady(terminal, for: left)
    {
      var byte: UInt8 = 0
      guard read(terminal.descriptor, &byte, 1) == 1 else { break }
      answer.read(byte)
    }
    return answer.color.map { Background($0) }
  }

  /// Whether input is available before the time is over.
  private static func isReady(_ terminal: borrowing TerminalInput, for time: Duration) -> Bool {
    var waiting = pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, time.wholeMilliseconds(atMost: 10_000)) == 1
      && waiting.revents & Int16(POLLIN) != 0
  }
}

/// What a terminal answers to `BackgroundQuery`, byte by byte: the background color, followed by the
/// device attributes, which every terminal reports. All other input comes from the user.
struct BackgroundAnswer {
  /// The color, if the terminal reported one.
  private(set) var color: RGB?
  /// Whether the device attributes have arrived.
  private(set) var isComplete = false
  private var decoder = KeyDecoder()

  mutating func read(_ byte: UInt8) {
    for key in decoder.feed([byte]) {
      switch key {
      case .answer(.background(let answer)): color = answer
      case .answer(.attributes): isComplete = true
      default: break
      }
    }
  }
}

extension RGB {
  /// Parses `11;rgb:1e1e/1e1e/1e1e`, with one to four digits per component. A fourth component is
  /// the opacity and is ignored.
  init?(answer: some Collection<UInt8>) {
    let text = String(decoding: answer, as: UTF8.self)
    guard let prefix = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == (prefix == "11;rgb:" ? 3 : 4) else { return nil }
    let bytes = parts.compactMap(UInt8.init(ofAnyDepth:))
    guard bytes.count == parts.count else { return nil }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}

extension UInt8 {
  /// Parses one to four hexadecimal digits and scales the value to 8 bits.
  fileprivate init?(ofAnyDepth digits: Substring) {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let largest = (1 << (4 * digits.utf8.count)) - 1
    self.init((value * 255 + largest / 2) / largest)
  }
}

/// Whether the terminal has a light or a dark background.
public enum Background: String, CaseIterable, Sendable {
  case light
  case dark
}

extension Background {
  /// Classifies a color by whether black or white text is more legible on it.
  public init(_ color: RGB) {
    self = color.isLight ? .light : .dark
  }
}

import Glibc
import Synchronization

/// What happened at a terminal since it was last asked.
public struct TerminalEvents: Sendable {
  public var keys: [Key] = []
  /// Whether the size may have changed, or the program was stopped and continued. The whole screen
  /// is drawn again.
  public var isRedrawn = false
  /// Whether the terminal is gone, or a signal asks the program to end.
  public var isOver = false
}

/// The terminal while the program uses the whole screen: in raw mode, on the alternate screen. Everything is
/// restored by `end()`, when the program stops, ends by a signal or crashes.
public final class FullScreen {
  private let terminal: TerminalInput
  private let signals: SelfPipe
  private let results: SelfPipe
  private var decoder = KeyDecoder()
  private var writer = FrameWriter()
  private var isActive = false
  /// Whether the terminal has reported that it sends keys by the kitty protocol.
  private var knowsKeyProtocol = false
  private var usesKeyProtocol = false
  /// The value of `TerminalGuard.beginnings` when `usesKeyProtocol` was set.
  private var beginning = 0
  /// Wakes `next` from another thread.
  public let waker: Waker

  /// Opens the terminal. It is not changed before `begin()`.
  public convenience init() throws(TerminalError) {
    let terminal = try TerminalInput()
    try self.init(terminal)
  }

  init(_ terminal: consuming TerminalInput) throws(TerminalError) {
    self.terminal = terminal
    signals = try SelfPipe()
    results = try SelfPipe()
    waker = Waker(results.writing)
  }

  deinit {
    waker.stop()
    end()
  }

  /// The alternate screen without line wrapping, with reports of pastes, the focus and the mouse.
  private static let opening: StaticString =
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?1002h\u{1B}[?1006h"
  private static let closing: StaticString =
    """
    \u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[<u\u{1B}[?7h\u{1B}[m\
    \u{1B}[H\u{1B}[J\u{1B}[?1049l\u{1B}[?25h
    """

  /// Takes over the terminal. Questions to the terminal follow the first frame, and nothing waits
  /// for the answers.
  public func begin() {
    guard !isActive else { return }
    isActive = true
    writer.forget()
    TerminalGuard.begin(
      terminal.descriptor,
      TerminalGuard.Mode(
        change: { cfmakeraw(&$0) }, opening: Self.opening, closing: Self.closing,
        wakeUp: signals.writing))
    followBeginning()
  }

  /// Restores the terminal, for example for an editor.
  public func end() {
    guard isActive else { return }
    isActive = false
    TerminalGuard.end()
  }

  public var size: (columns: Int, rows: Int) { terminal.size }

  /// Shows a frame. After a failed write, the terminal is gone, which `next` reports.
  public func draw(_ grid: CellGrid, cursor: FrameCursor) {
    send(writer.output(for: grid, cursor: cursor))
  }

  /// Draws the whole next frame, in case the terminal shows something else.
  public func redraw() { writer.forget() }

  /// Asks whether the terminal reports keys by the kitty protocol.
  public func askForKeyProtocol() { send("\u{1B}[?u") }

  /// Writes a control sequence.
  public func send(_ sequence: String) {
    guard !sequence.isEmpty else { return }
    try? terminal.write(sequence)
  }

  /// Turns reports of the mouse on or off. Without them, the terminal can select text.
  public func setMouse(_ isOn: Bool) {
    send(isOn ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l")
  }

  /// After the terminal was changed anew, it reports keys as usual, and its mode is not set twice.
  private func followBeginning() {
    guard beginning != TerminalGuard.beginnings else { return }
    beginning = TerminalGuard.beginnings
    usesKeyProtocol = false
  }

  /// Uses the kitty protocol, where there is one, outside of texts: some terminals do not compose
  /// Korean and Japanese while it is on.
  public func setTyping(_ isTyping: Bool) {
    followBeginning()
    guard knowsKeyProtocol, usesKeyProtocol == isTyping else { return }
    usesKeyProtocol = !isTyping
    send(usesKeyProtocol ? "\u{1B}[>29u" : "\u{1B}[<u")
  }

  /// Waits for input, a signal or the waker, at most for `milliseconds`.
  public func next(atMost milliseconds: Int32) -> TerminalEvents {
    var events = TerminalEvents()
    var waiting = [
      pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: results.reading, events: Int16(POLLIN), revents: 0),
    ]
    let limit = decoder.isWaiting ? KeyDecoder.escapeTimeout : milliseconds
    let count = poll(&waiting, 3, limit)
    if count == 0, decoder.isWaiting { events.keys = decoder.timeOut() }
    guard count > 0 else {
      events.isOver = TerminalGuard.wasInterrupted || (count < 0 && errno != EINTR)
      return events
    }
    if waiting[2].revents != 0 { results.drain() }
    if waiting[1].revents != 0 {
      signals.drain()
      events.isRedrawn = true
      writer.forget()
      followBeginning()
    }
    if waiting[0].revents != 0 {
      let bytes = (try? terminal.read()) ?? []
      if bytes.isEmpty { events.isOver = true }
      events.keys += decoder.feed(bytes)
      if events.keys.contains(.answer(.keyProtocol)) { knowsKeyProtocol = true }
    }
    if TerminalGuard.wasInterrupted { events.isOver = true }
    return events
  }

  /// Stops the program as Ctrl-Z does in other programs.
  public func suspend() { kill(0, SIGTSTP) }
}

/// Wakes a `FullScreen` that waits for input.
public final class Waker: Sendable {
  private let descriptor: Mutex<Int32>

  init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// A waker for a program that does not wait for input.
  public convenience init() { self.init(-1) }

  public func wake() {
    descriptor.withLock { descriptor in
      guard descriptor >= 0 else { return }
      var byte: UInt8 = 0
      // The result is ignored: a full pipe wakes the reader too.
      _ = write(descriptor, &byte, 1)
    }
  }

  fileprivate func stop() { descriptor.withLock { $0 = -1 } }
}

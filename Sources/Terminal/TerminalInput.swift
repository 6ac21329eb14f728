import Glibc

/// The user's terminal, opened independently of standard input and output, which may be redirected.
struct TerminalInput: ~Copyable {
  let descriptor: Int32
  let isOwned: Bool

  deinit {
    if isOwned { close(descriptor) }
  }
}

extension TerminalInput {
  /// Opens the controlling terminal, or uses standard input if it is a terminal.
  init() throws(TerminalError) {
    let opened = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if opened >= 0 {
      self.init(descriptor: opened, isOwned: true)
    } else if isatty(0) == 1 {
      self.init(descriptor: 0, isOwned: false)
    } else {
      throw .noTerminal
    }
  }

  /// The size of the terminal, or 80 × 24 if it is unknown.
  var size: (columns: Int, rows: Int) {
    Screen.terminalSize(of: descriptor) ?? (80, 24)
  }

  /// Writes the text as a whole: a signal that restores the terminal waits for its end.
  func write(_ text: String) throws(TerminalError) {
    let bytes = Array(text.utf8)
    // While the terminal is stopped, for example by Ctrl-S, no signal has to wait.
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&ready, 1, -1) < 0, errno == EINTR {}
    var failure: Int32 = 0
    TerminalAccess.alone {
      // A frame that is late would hide the cursor of the shell. After a stop, all is drawn again.
      guard !TerminalGuard.hasLostScreen else { return }
      var start = 0
      while start < bytes.count, failure == 0 {
        let count = bytes[start...].withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno != EINTR { failure = errno }
        start += max(0, count)
      }
    }
    if failure != 0 { throw .failed(errno: failure) }
  }

  /// Reads available bytes; empty at the end of input.
  func read() throws(TerminalError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return Array(buffer.prefix(count)) }
      // After a hangup, the input is at its end.
      if errno == EIO { return [] }
      guard errno == EINTR else { throw .failed(errno: errno) }
    }
  }

  /// Reads a line without its line break, or `nil` at the end of input. A signal that ends the
  /// program writes to `pipe`, and ends this.
  func readLine(_ pipe: borrowing SelfPipe) throws(TerminalError) -> String? {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      try waitForInput(pipe)
      let bytes = try read()
      guard !bytes.isEmpty else {
        if line.isEmpty { return nil }
        break
      }
      line += bytes
    }
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  private func waitForInput(_ pipe: borrowing SelfPipe) throws(TerminalError) {
    while true {
      if TerminalGuard.wasInterrupted { throw .interrupted }
      if try wait(pipe, atMost: -1) == .input, !TerminalGuard.wasInterrupted { return }
    }
  }

  private enum Wait {
    case input, other, timeOut
  }

  /// Waits for input, a byte in `pipe` or a signal, at most for `milliseconds`.
  private func wait(
    _ pipe: borrowing SelfPipe, atMost milliseconds: Int32
  ) throws(TerminalError) -> Wait {
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&waiting, 2, milliseconds)
    if count < 0, errno != EINTR { throw .failed(errno: errno) }
    guard count > 0 else { return count == 0 ? .timeOut : .other }
    if waiting[1].revents != 0 { pipe.drain() }
    return waiting[0].revents != 0 ? .input : .other
  }
}

extension TerminalInput {
  /// Waits for keys, or until a byte is written to `pipe`, and returns the keys.
  func nextKeys(
    _ pipe: borrowing SelfPipe, _ decoder: inout KeyDecoder
  ) throws(TerminalError) -> [Key] {
    switch try wait(pipe, atMost: decoder.isWaiting ? KeyDecoder.escapeTimeout : -1) {
    case .timeOut: return decoder.timeOut()
    case .other: return []
    case .input:
      let bytes = try read()
      // The terminal has been closed.
      return bytes.isEmpty ? [.control("c")] : decoder.feed(bytes)
    }
  }
}

/// A pipe that wakes a loop waiting for keys. A signal handler may only call a few functions,
/// `write` among them. A flag would be missed if the signal came between the check and the wait.
struct SelfPipe: ~Copyable {
  let reading: Int32
  let writing: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .failed(errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reading = ends[0]
    writing = ends[1]
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Discards all bytes in the pipe.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}

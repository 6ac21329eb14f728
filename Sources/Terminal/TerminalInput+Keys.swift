import Glibc

extension TerminalInput {
  /// Waits for keys, or until a byte is written to `pipe`, and returns the keys.
  func nextKeys(
    _ pipe: borrowing SelfPipe, _ decoder: inout KeyDecoder
  ) throws(TerminalError) -> [Key] {
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&waiting, 2, decoder.isWaiting ? KeyDecoder.escapeTimeout : -1)
    if count == 0 { return decoder.timeOut() }
    guard count > 0 else {
      if errno == EINTR { return [] }
      throw .failed(errno: errno)
    }
    if waiting[1].revents != 0 { pipe.drain() }
    guard waiting[0].revents != 0 else { return [] }
    let bytes = try read()
    // The terminal has been closed.
    return bytes.isEmpty ? [.control("c")] : decoder.feed(bytes)
  }
}

import Glibc

@testable import Terminal

/// A terminal without a screen: what is written to one end is input at the other.
struct PseudoTerminal: ~Copyable {
  let master: Int32
  let terminal: TerminalInput

  init(columns: UInt16 = 40, rows: UInt16 = 10) throws {
    // With `ioctl`, because `posix_openpt` and related functions are not available in Swift.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var locked: Int32 = 0
    guard ioctl(master, UInt(0x4004_5431), &locked) == 0,  // TIOCSPTLCK
      ioctl(master, UInt(0x8004_5430), &number) == 0  // TIOCGPTN
    else { throw TerminalError.failed(errno: errno) }
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw TerminalError.failed(errno: errno) }
    terminal = TerminalInput(descriptor: slave, isOwned: true)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
  }

  deinit { close(master) }

  var mode: termios {
    var mode = termios()
    tcgetattr(terminal.descriptor, &mode)
    return mode
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// The output so far. A marker is written after it, because the kernel may deliver the output in
  /// parts and later.
  func shown() -> String {
    let mark = Array("<end>".utf8)
    _ = write(terminal.descriptor, mark, mark.count)
    var shown: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while !shown.suffix(mark.count).elementsEqual(mark), poll(&ready, 1, 30_000) == 1 {
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { break }
      shown += bytes.prefix(count)
    }
    return String(decoding: shown.dropLast(mark.count), as: UTF8.self)
  }
}

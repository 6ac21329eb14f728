import Glibc

extension Screen {
  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The size of a terminal, or `nil` if it is unknown, as on a serial line or some CI systems. A
  /// size that no screen has is limited, because the program keeps every cell in memory.
  public static func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (min(Int(size.ws_col), 1000), min(Int(size.ws_row), 400))
  }
}

import Glibc

extension Screen {
  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The size of a terminal, or `nil` if it is unknown, as on a serial line or some CI systems.
  public static func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether the locale in the environment names UTF-8. The locale may not be installed, so this
  /// parses its name instead of calling `nl_langinfo`.
  public static func isUTF8Locale(_ environment: [String: String]) -> Bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let charset = name?.lowercased().split(separator: ".", maxSplits: 1).dropFirst().first
    else { return false }
    let bare = charset.prefix { $0 != "@" }.filter { $0 != "-" }
    return bare == "utf8"
  }
}

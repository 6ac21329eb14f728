import Platform

extension ProcessContext {
  /// The same process for work beside a screen that owns the terminal: nothing is asked, signals
  /// are left to the screen, and the output is passed to `write`.
  ///
  /// - Parameter columns: the width of the output.
  public func withoutTerminal(
    columns: Int? = nil, _ write: @escaping @Sendable (String, Streams.Stream) -> Void
  ) -> ProcessContext {
    var copy = self
    copy.handlesSignals = false
    copy.streams = Streams(
      read: { _ throws(FileError) in [] },
      write: { text, stream in
        write(text, stream)
        return .done
      })
    copy.environment["COLUMNS"] = columns.map { String($0) }
    copy.environment["CLICOLOR_FORCE"] = nil
    return copy
  }

  /// The same process for a command on the terminal that a screen has left for it. Signals are
  /// still handled by the screen.
  public var insideScreen: ProcessContext {
    var copy = self
    copy.handlesSignals = false
    return copy
  }
}

import Platform

extension ProcessContext {
  /// The same process for work in the background of a full screen: nothing is asked, signals are
  /// left to the screen, and the output is passed to `write`.
  ///
  /// - Parameters:
  ///   - columns: the width of the output.
  ///   - progress: is called with the progress of long work.
  public func withoutTerminal(
    columns: Int? = nil, progress: (@Sendable (String) -> Void)? = nil,
    _ write: @escaping @Sendable (String, Streams.Stream) -> Void
  ) -> ProcessContext {
    var copy = self
    copy.handlesSignals = false
    copy.streams = Streams(
      read: { _ throws(FileError) in [] },
      write: { text, stream in
        write(text, stream)
        return .done
      })
    copy.streams.progress = progress
    copy.environment["COLUMNS"] = columns.map { String($0) }
    copy.environment["CLICOLOR_FORCE"] = nil
    return copy
  }

  /// The same process for a command that uses the terminal while the full screen is closed. Signals
  /// are still handled by the screen.
  public var insideScreen: ProcessContext {
    var copy = self
    copy.handlesSignals = false
    return copy
  }
}

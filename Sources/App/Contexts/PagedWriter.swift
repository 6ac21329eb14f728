import Platform
public import Terminal

/// Writes a long result while it is made. On a terminal, it goes to a pager as soon as it is longer
/// than the screen; elsewhere it is written at once.
public struct PagedWriter: ~Copyable {
  private let output: Output
  /// The pager; `nil` if none is used or it is not started yet.
  private var pager: ChildFeed?
  /// The text that is kept back until it is known whether it fits on the screen; `nil` afterwards.
  private var pending: String?
  private var rows = 0
  /// Whether the reader has stopped reading: the pager was left, or the pipe is closed.
  public private(set) var isClosed = false

  fileprivate init(_ output: Output) {
    self.output = output
    if output.canPage, output.screen.height != nil { pending = "" }
  }

  public mutating func write(_ lines: [StyledText]) throws {
    let screen = output.screen
    var text = ""
    for line in lines { text += line.render(on: screen) + "\n" }
    guard let earlier = pending else { return try send(text) }
    pending = earlier + text
    rows += lines.reduce(0) { $0 + screen.rows(of: $1) }
    if rows >= screen.height ?? .max { try startPager() }
  }

  /// Writes what was kept back, and waits until the pager is left.
  fileprivate mutating func finish() throws {
    if let text = pending {
      pending = nil
      try send(text)
    }
    _ = pager?.finish()
  }

  /// If the pager cannot be started, the text is written directly.
  private mutating func startPager() throws {
    pager = output.startPager()
    let text = pending ?? ""
    pending = nil
    try send(text)
  }

  private mutating func send(_ text: String) throws {
    guard !isClosed, !text.isEmpty else { return }
    if pager != nil {
      isClosed = pager?.write(text) != .done
    } else {
      isClosed = try !output.writeIfRead(text)
    }
  }
}

extension Output {
  /// Prints a long text while it is made, through a pager if it is longer than the screen.
  /// `body` can stop as soon as `isClosed` is set.
  ///
  /// If `body` throws, what it has written is shown before the error.
  public func stream(_ body: (inout PagedWriter) async throws -> Void) async throws {
    var writer = PagedWriter(self)
    do {
      try await body(&writer)
    } catch {
      try? writer.finish()
      throw error
    }
    try writer.finish()
  }
}

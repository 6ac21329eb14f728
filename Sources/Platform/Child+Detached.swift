import Glibc

extension Child {
  /// Starts a program that has nothing to do with this one from then on: nothing that it writes is
  /// seen, no Ctrl-C of this terminal reaches it, and it may outlive both. It is never ended.
  ///
  /// Whoever fails does so soon, and most programs that only hand something on are soon done.
  ///
  /// - Returns: how it ended, where it did within `timeout`; `nil` where it still runs.
  public static func detached(
    _ words: [String], environment: Environment, timeout: Duration
  ) async throws(ChildError) -> ChildStatus? {
    let child = try ChildProcess(
      words, environment: environment, streams: StandardStreams(output: .nothing, error: .nothing),
      isInOwnSession: true, whenReleased: .detached)
    return await child.ending(within: timeout)
  }

  /// Hands a few words to a program that may leave a part of itself behind in the background, as
  /// those that hold a clipboard do: nobody waits for the end of its output.
  ///
  /// - Parameter input: no more than a pipe holds.
  /// - Returns: how it ended; `nil` where it did not within `timeout`, and was killed.
  public static func send(
    _ input: [UInt8], to words: [String], environment: Environment, timeout: Duration
  ) async throws(ChildError) -> ChildStatus? {
    precondition(input.count <= Int(PIPE_BUF), "what does not fit would have to be waited for")
    let pipe = try pipe(for: words.first ?? "")
    let child = try ChildProcess(
      words, environment: environment,
      streams: StandardStreams(
        input: .descriptor(pipe.reading.number), output: .nothing, error: .nothing),
      isInOwnSession: true)
    // A child that has ended does not read it, and says by its status why.
    _ = Output.write(input, to: pipe.writing.number)
    _ = consume pipe
    return await child.ending(within: timeout)
  }
}

extension ChildProcess {
  private static let pollInterval = Duration.milliseconds(10)

  /// Looks until it has ended, and no longer than `timeout`; a cancelled task does not wait.
  fileprivate consuming func ending(within timeout: Duration) async -> ChildStatus? {
    var child = self
    let end = ContinuousClock.now + timeout
    while true {
      if let status = child.wait(until: .now) { return status }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pollInterval)) != nil else {
        return nil
      }
    }
  }
}

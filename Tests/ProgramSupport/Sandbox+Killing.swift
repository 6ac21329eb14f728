import Glibc

@testable import Platform

extension Sandbox {
  /// Starts the program, kills it (SIGKILL) after `delay`, and returns what it had written to its
  /// standard output by then.
  func kill(
    _ words: [String], after delay: Duration, environment more: [String: String] = [:],
    in folder: String? = nil
  ) throws -> [UInt8] {
    let pipes = try ChildPipes(for: program)
    let child = try ChildProcess(
      [program] + words, in: folder ?? directory, environment: environment.adding(more),
      streams: StandardStreams(
        output: .descriptor(pipes.output.writing.number),
        error: .descriptor(pipes.errors.writing.number)))
    usleep(useconds_t(delay / .microseconds(1)))
    letGo(of: child)
    var exchange = pipes.childIO()
    var output: [UInt8] = []
    while case .bytes(let bytes) = exchange.next() { output += bytes }
    return output
  }

  /// A child that nobody owns any more is killed and reaped.
  private func letGo(of child: consuming ChildProcess) {}

  /// How long the work takes undisturbed: the middle of several tries.
  func measure(_ work: () throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    let times = try (0..<7).map { _ in try clock.measure { try work() } }
    return times.sorted()[3]
  }
}

import Glibc
import StandIn

enum Counts {
  /// Starts a thread that prints the number of responses on every SIGUSR1. The signal must be
  /// blocked.
  static func printOnSignal(of standIn: GitHubStandIn) {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let standIn = Unmanaged<GitHubStandIn>.fromOpaque(argument).takeRetainedValue()
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        var signal: Int32 = 0
        while sigwait(&signals, &signal) == 0 {
          // Written directly, because flushing all streams would wait for the one that is being
          // read.
          let line = Array((Counts.line(of: standIn) + "\n").utf8)
          write(STDOUT_FILENO, line, line.count)
        }
        return nil
      }, Unmanaged.passRetained(standIn).toOpaque())
    if code == 0 { pthread_detach(thread) }
  }

  private static func line(of standIn: GitHubStandIn) -> String {
    let statuses = standIn.answers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "requests: \(standIn.requests.count), connections: \(standIn.server.connections), "
      + "most at once: \(standIn.mostAtOnce), answers: {\(statuses.joined(separator: ", "))}"
  }
}

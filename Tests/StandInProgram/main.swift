import Glibc
import StandIn

// A small GitHub to be tried by hand and measured against. It ends when its standard input does.

func fail(_ words: String, status: Int32) -> Never {
  let line = Array("github-stand-in: \(words)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(status)
}

let options: Options
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  fail("\(error.word)?\n\(Options.usage)", status: 2)
}

// Blocked before any thread starts, so that none but the one below gets it.
var asked = sigset_t()
sigemptyset(&asked)
sigaddset(&asked, SIGUSR1)
pthread_sigmask(SIG_BLOCK, &asked, nil)

let standIn: GitHubStandIn
do {
  standIn = try GitHubStandIn(options.world)
} catch {
  fail("no socket: \(error)", status: 1)
}
standIn.latency = options.latency
print("COMMITDIARY_WEB_URL=\(standIn.webURL)")
print("COMMITDIARY_API_URL=\(standIn.apiURL)")
fflush(nil)

Counts.printOnSignal(of: standIn)
while readLine() != nil {}

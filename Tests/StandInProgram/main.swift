import Glibc
import StandIn

// The stand-ins for GitHub and Open-Meteo, for pictures and benchmarks. They end at the end of
// standard input.

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

// Blocked before any thread starts, so that only the thread below gets the signal.
var asked = sigset_t()
sigemptyset(&asked)
sigaddset(&asked, SIGUSR1)
pthread_sigmask(SIG_BLOCK, &asked, nil)

let standIn: GitHubStandIn
let weather: WeatherStandIn
do {
  standIn = try GitHubStandIn(options.world)
  weather = try WeatherStandIn(WeatherWorld(now: options.now))
} catch {
  fail("no socket: \(error)", status: 1)
}
standIn.latency = options.latency
weather.latency = options.latency
print("COMMITDIARY_WEB_URL=\(standIn.webURL)")
print("COMMITDIARY_API_URL=\(standIn.apiURL)")
for (variable, url) in weather.environment.sorted(by: { $0.key < $1.key }) {
  print("\(variable)=\(url)")
}
fflush(nil)

Counts.printOnSignal(of: standIn)
while readLine() != nil {}

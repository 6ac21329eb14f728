import Glibc
import StandIn

// The stand-ins for GitHub and the weather services, for manual tests and benchmarks. They end at
// the end of standard input.

func fail(_ words: String, status: Int32) -> Never {
  let line = Array("github-stand-in: \(words)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(status)
}

func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    bytes += buffer[..<count]
    if count < buffer.count { return ferror(file) == 0 ? bytes : nil }
  }
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

var world = options.world
for (login, file) in options.pages {
  guard let bytes = contents(of: file) else { fail("\(file): it cannot be read", status: 1) }
  world.pages[login] = bytes
  if !world.accounts.contains(where: { $0.login == login }) {
    world.accounts.append(World.Account(login, id: 1_000_000 + world.accounts.count))
  }
}
for file in options.pullRequests {
  guard let bytes = contents(of: file),
    let request = PullRequestFile(String(decoding: bytes, as: UTF8.self), login: options.account)
  else { fail("\(file): it cannot be read", status: 1) }
  request.add(to: &world)
}

let standIn: GitHubStandIn
let weather: WeatherStandIn
do {
  standIn = try GitHubStandIn(world)
  weather = try WeatherStandIn(WeatherWorld(now: options.now, seed: options.seed))
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

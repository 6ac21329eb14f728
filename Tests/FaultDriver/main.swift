import FaultPlan
import Glibc
import Platform
import TestSupport

// Runs commands of the program that `COMMITDIARY_BINARY` names under random faults, and compares
// the results with a model: `fault-driver ROUNDS [--seed SEED]`.

func fail(_ words: String, status: Int32) -> Never {
  let line = Array("fault-driver: \(words)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(status)
}

guard
  let options = Options(CommandLine.arguments.dropFirst(), anySeed: .random(in: 0..<1 << 32))
else { fail(Options.usage, status: 2) }
guard let program = Environment.current.nonEmpty("COMMITDIARY_BINARY"), File.isProgram(program)
else { fail("COMMITDIARY_BINARY names no program", status: 2) }

Signals.ignoreBrokenPipesAndFileLimits()
let folder = "\(TemporaryFolder.parent)/commitdiary-faults-\(getpid())"
Driver.say("\(options.rounds) rounds: scripts/faults \(options.rounds) --seed \(options.seed)\n")
do {
  var driver = try Driver(program: program, folder: folder)
  let isGood = try driver.run(options)
  if isGood { _ = try Child.run(["rm", "-rf", folder], environment: .current) }
  exit(isGood ? 0 : 1)
} catch {
  fail("\(error)", status: 1)
}

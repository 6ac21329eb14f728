import GitHub
import Glibc
import Platform

// Reads a contribution page many times, and prints the seconds per reading, the number of days and
// the number of contributions: `page-reader FILE ROUNDS`.

func fail(_ words: String) -> Never {
  let line = Array("page-reader: \(words)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  exit(1)
}

let words = CommandLine.arguments
guard words.count == 3, let rounds = Int(words[2]), rounds > 0 else { fail("FILE ROUNDS") }
do {
  let bytes = try File.read(words[1])
  var days = 0
  var total = 0
  let elapsed = try ContinuousClock().measure {
    for _ in 0..<rounds {
      let page = try ContributionPage(bytes)
      days = page.days.count
      total = page.total
    }
  }
  print("\(elapsed / .seconds(1) / Double(rounds)) \(days) \(total)")
} catch {
  fail("\(error)")
}

import Glibc
import Keyring
import Platform

// Sends one request to the keyring of the session, and prints the result. A process keeps using the
// first bus that it finds, so the tests start a process for every request.

/// `store host account label` reads the secret from standard input.
func answer(_ words: [String]) async throws(KeyringError) -> String {
  let milliseconds = Environment.current["PROBE_DEADLINE"].flatMap(Int.init) ?? 60_000
  let keyring = Keyring(deadline: .milliseconds(milliseconds))
  switch (words.first, words.dropFirst().map(\.self)) {
  case ("secret", let names) where names.count == 2:
    return try await keyring.secret(host: names[0], account: names[1]).map { "is \($0)" }
      ?? "absent"
  case ("store", let names) where names.count == 3:
    let bytes = (try? File.readAll(STDIN_FILENO)) ?? []
    try await keyring.store(
      String(decoding: bytes, as: UTF8.self), host: names[0], account: names[1], label: names[2])
    return "stored"
  case ("remove", let names) where names.count == 2:
    return try await keyring.remove(host: names[0], account: names[1]) ? "removed" : "absent"
  case ("check", []):
    try await keyring.check()
    return "good"
  case ("unlock", let names) where names.count == 2 || names.isEmpty:
    try await keyring.unlock(
      host: names.first, account: names.last, deadline: keyring.deadline)
    return "unlocked"
  case ("gh", let names) where names.count == 1:
    guard let found = try await keyring.tokenOfGitHubCLI(host: names[0]) else { return "absent" }
    return "is \(found.token) of \(found.account ?? "nobody")"
  default:
    return "unknown: \(words)"
  }
}

let text = CallingThread.run {
  do throws(KeyringError) {
    return try await answer(Array(CommandLine.arguments.dropFirst()))
  } catch {
    return "error \(error)"
  }
}
print(text)

import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// What README.md shows, typed as it stands.
@Suite struct ReadmeTests {
  private let sandbox: Sandbox
  private let readme: String

  init() throws {
    sandbox = try Sandbox(clone: nil)
    let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
    readme = String(decoding: try File.read(root + "/README.md"), as: UTF8.self)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": "2026-11-21T09:20:00Z", "LANG": "en_US.UTF-8",
    ])
    try sandbox.shell(
      """
      mkdir "$sandbox/bin" && ln -s "$commitdiary" "$sandbox/bin/commitdiary"
      git init -q -b main "$HOME/hello" && cd "$HOME/hello"
      git config user.email octocat@example.com && git config user.name Octo
      git remote add origin https://github.com/octocat/hello.git
      mkdir src && cat >src/cache.c <<'END'
      #include "cache.h"

      /* The rows of the page that was asked for last. */
      struct cache {
          size_t count;
          struct row *rows;
          time_t fetched;
      };

      /* One page, because the next one is nearly always the same. */
      static struct cache cache;
      END
      git add src
      """)
    sandbox.environment = sandbox.environment.adding([
      "PATH": sandbox.file("bin") + ":" + (sandbox.environment["PATH"] ?? ""),
      "GIT_AUTHOR_NAME": "Octo", "GIT_AUTHOR_EMAIL": "octocat@example.com",
      "GIT_COMMITTER_NAME": "Octo", "GIT_COMMITTER_EMAIL": "octocat@example.com",
      "GIT_AUTHOR_DATE": "2026-11-21T09:12:00Z", "GIT_COMMITTER_DATE": "2026-11-21T09:12:00Z",
    ])
    try shell(
      "git commit -q -m 'Keep what was fetched (#12)' -m "
        + "'The page asks for the same rows again.'")
  }

  /// Runs a line in the clone, where the short names that `setup` offers are known.
  @discardableResult
  private func shell(_ line: String) throws -> String {
    try sandbox.shell(
      """
      cd "$HOME/hello"
      dy() { commitdiary "$@"; }; jot() { commitdiary jot "$@"; }
      td() { commitdiary todo "$@"; }
      { \(line); } 2>&1 </dev/null || echo "exit $?"
      """)
  }

  /// The lines of the code blocks of a language.
  private func blocks(_ language: String) -> [[Substring]] {
    let parts = readme.split(separator: "\n```", omittingEmptySubsequences: false)
    // Blocks and the text between them take turns.
    return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
      .filter { $0.hasPrefix(language + "\n") }
      .map { $0.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map { $0 } }
  }

  @Test func `the session is true to the letter`() throws {
    sandbox.environment["GIT_COMMITTER_DATE"] = "2026-11-21T09:20:00Z"
    let session = try #require(blocks("console").first)
    var shown = ""
    for command in session where command.hasPrefix("$ ") {
      shown += command + "\n" + (try shell(String(command.dropFirst(2))))
    }
    // The id of a note is random.
    let id = try #require(try sandbox.json("notes", "list")["notes"]?.array?.first?["id"]?.string)
    #expect(shown.replacing(id.prefix(4), with: "djcg") == session.joined(separator: "\n") + "\n")
  }

  /// Words of commands that need a network, a terminal or another machine. Only their usage is tried.
  private static let notRun = [
    "git@", "login", "refresh", "--user", "setup", "--all", "diary write",
  ]

  @Test func `every command can be typed`() throws {
    try sandbox.shell("mkdir -p ~/Obsidian/Diary && echo Met Ann >~/Obsidian/Diary/2026-11-20.md")
    let lines = blocks("sh").joined().map { line in
      String(line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line[...])
    }
    #expect(lines.count > 20)
    for line in lines {
      if let script = line.split(separator: " ").first, script.hasPrefix("scripts/") {
        let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
        #expect(File.isProgram(root + "/" + script), "\(line)")
      } else if Self.notRun.contains(where: line.contains) {
        let usage = try shell(line.replacing(" < token.txt", with: "") + " --help")
        #expect(!usage.contains("exit "), "\(line)\n\(usage)")
      } else {
        let output = try shell(line)
        #expect(!output.contains("exit "), "\(line)\n\(output)")
      }
    }
  }

  @Test func `every command and option in the text exists`() throws {
    let names = ["commitdiary", "dy", "jot", "td"]
    let commands = Set(
      try sandbox.run("help", "all").output.split(separator: "\n")
        .filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first })
    // Without the code blocks.
    let text = readme.split(separator: "\n```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "\n")
    for words in text.matches(of: /`([^`\n]+)`/).map({ $0.1.split(separator: " ") }) {
      let words =
        words.first.map { names.contains(String($0)) } == true ? words.dropFirst() : words[...]
      guard let first = words.first, !first.hasPrefix("-"), commands.contains(first) else {
        continue
      }
      let path = words.prefix { !$0.hasPrefix("-") && $0.allSatisfy(\.isLetter) }.map(String.init)
      // A word may be an argument.
      let help = try [path, [path[0]]].map { try sandbox.run($0 + ["--help"]) }
        .first { $0.status == 0 }
      let page = try #require(help, "\(words)").output
      for option in words where option.hasPrefix("--") {
        #expect(page.contains(option), "\(words)\n\(page)")
      }
    }
  }
}

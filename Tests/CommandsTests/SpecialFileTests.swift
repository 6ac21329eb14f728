import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Pipes, devices and folders in place of the files that the program reads by itself. The program
/// never waits for them.
@Suite(.inProcess) struct SpecialFileTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  @Test(arguments: SpecialFile.kinds)
  func `refuses settings that are not a regular file`(kind: String) throws {
    try sandbox.put(kind, at: sandbox.config)
    for words in [
      ["today"], ["streak", "--short"], ["notes", "list"], ["config", "set", "language", "ko"],
      ["config", "list"],
    ] {
      let outcome = try sandbox.run(words)
      outcome.expectRefusal(2)
      #expect(outcome.error.contains(sandbox.config), "\(outcome.testDescription)")
      #expect(!outcome.error.contains("Invalid argument"), "\(outcome.testDescription)")
    }
    let doctor = try sandbox.run("doctor", "--offline")
    #expect(doctor.status == 1 && doctor.output.contains(sandbox.config))
    #expect(try sandbox.run("--help").status == 0)
    if kind == "pipe" { #expect(!File.isRegular(sandbox.config)) }
  }

  @Test(arguments: SpecialFile.kinds)
  func `refuses a token file that is not a regular file`(kind: String) throws {
    try sandbox.run(Sandbox.anywhere + ["--body", "x"])
    try sandbox.put(kind, at: sandbox.tokens)
    let outcome = try sandbox.run(
      "login", "--with-token", "--store", "file", input: Array("gho_abcdefgh".utf8))
    outcome.expectFailure(4, sandbox.tokens)
  }

  @Test(arguments: SpecialFile.kinds)
  func `ignores caches that are not regular files`(kind: String) throws {
    try sandbox.put(kind, at: sandbox.file("cache/commitdiary/weather.json"))
    try sandbox.put(kind, at: sandbox.file("cache/commitdiary/background"))
    try sandbox.put(kind, at: sandbox.file("state/commitdiary/place.json"))
    try File.makeDirectory(File.directory(of: sandbox.config))
    try File.writeAtomically(
      Array(#"{"weather.place": "37.57,126.98", "graph.theme": "green"}"#.utf8),
      to: sandbox.config)
    let outcome = try sandbox.run("today", "--color", "always")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
  }
}

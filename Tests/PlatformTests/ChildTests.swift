import Platform
import TestSupport
import Testing

@Suite struct ChildTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  let environment = Environment([
    "PATH": "/usr/local/bin:/usr/bin:/bin", "GH_TOKEN": "secret", "WORD": "회고",
  ])

  private func shell(
    _ script: String, input: [UInt8]? = nil, deadline: Duration? = .seconds(20),
    isBound: Bool = false
  ) throws -> ChildResult {
    try Child.run(
      ["sh", "-c", script], environment: environment, input: input, deadline: deadline,
      endsWithParent: isBound)
  }

  @Test(arguments: [false, true])
  func `returns standard output and standard error separately`(isBound: Bool) throws {
    let result = try shell(
      "cat; echo out; echo err >&2; exit 3", input: Array("in\n".utf8), isBound: isBound)
    #expect(result.status == .exited(3))
    #expect(result.text == "in\nout\n")
    #expect(result.errorText == "err\n")
  }

  @Test func `passes arguments unchanged`() throws {
    let words = ["", "a b", "$HOME", "'\"\\", "*", "회고", "\n"]
    let result = try Child.run(["printf", "%s\\0"] + words, environment: environment)
    #expect(result.text == words.map { $0 + "\0" }.joined())
  }

  @Test(arguments: [false, true])
  func `passes the environment without tokens`(isBound: Bool) throws {
    #expect(try shell("echo $WORD$GH_TOKEN", isBound: isBound).text == "회고\n")
  }

  @Test(arguments: [false, true])
  func `a child without input reads end of file`(isBound: Bool) throws {
    #expect(try shell("cat", isBound: isBound).output.isEmpty)
  }

  @Test func `large input and output do not deadlock`() throws {
    let input = [UInt8](repeating: 0x61, count: 3 << 20)
    let result = try shell("tee /dev/stderr", input: input)
    #expect(result.output == input)
    #expect(result.errorOutput.count == 64 << 10)
  }

  @Test func `unread input is no error`() throws {
    let result = try shell("exit 0", input: [UInt8](repeating: 0x61, count: 1 << 20))
    #expect(result.status == .exited(0))
  }

  @Test(arguments: [false, true])
  func `runs in the given folder`(isBound: Bool) throws {
    let result = try Child.run(
      ["pwd", "-P"], in: folder.path, environment: environment, endsWithParent: isBound)
    #expect(result.text == "\(folder.path)\n")
  }

  @Test(arguments: [false, true])
  func `inherits no open descriptors`(isBound: Bool) throws {
    let count = try shell("ls /proc/self/fd | wc -l", isBound: isBound).text
    #expect(count == "4\n")
  }

  @Test(arguments: [false, true])
  func `resets ignored signals in children`(isBound: Bool) throws {
    Signals.ignoreBrokenPipesAndFileLimits()
    #expect(try shell("kill -PIPE $$", isBound: isBound).status == .signaled(13))
    #expect(try shell("kill -XFSZ $$", isBound: isBound).status == .signaled(25))
    let blocked = try shell("exec grep -c '^SigBlk:.0*$' /proc/self/status", isBound: isBound)
    #expect(blocked.text == "1\n")
  }

  @Test func `distinguishes a missing program from one that cannot run`() throws {
    let plain = folder.file("plain")
    try File.writeAtomically(Array("text".utf8), to: plain)
    #expect(throws: ChildError.notFound(program: "no-such-program")) {
      try Child.run(["no-such-program"], environment: environment)
    }
    #expect(throws: ChildError.notFound(program: folder.file("none"))) {
      try Child.run([folder.file("none")], environment: environment)
    }
    #expect(throws: ChildError.notExecutable(program: plain)) {
      try Child.run([plain], environment: environment)
    }
    #expect(throws: ChildError.notExecutable(program: "plain")) {
      try Child.run(["plain"], environment: Environment(["PATH": folder.path]))
    }
    #expect(throws: ChildError.notFound(program: "")) {
      try Child.run([], environment: environment)
    }
  }

  @Test(arguments: [false, true])
  func `distinguishes a missing folder from a missing program`(isBound: Bool) throws {
    #expect(throws: ChildError.failed(program: "pwd", code: .notFound)) {
      try Child.run(
        ["pwd"], in: folder.file("none"), environment: environment, endsWithParent: isBound)
    }
    try File.writeAtomically([], to: folder.file("plain"))
    #expect(throws: ChildError.failed(program: "pwd", code: .notDirectory)) {
      try Child.run(
        ["pwd"], in: folder.file("plain"), environment: environment, endsWithParent: isBound)
    }
  }

  @Test(arguments: [false, true])
  func `runs a script without an interpreter line in a shell`(isBound: Bool) throws {
    let script = folder.file("script")
    try File.writeAtomically(Array("echo \"$1\"".utf8), to: script, permissions: 0o700)
    let result = try Child.run(
      [script, "x y"], environment: environment, endsWithParent: isBound)
    #expect(result.text == "x y\n")
  }

  @Test(arguments: ["sleep 3000", "exec >&- 2>&-; sleep 3000", "sleep 3000 & exit"])
  func `kills a child at the deadline`(_ script: String) throws {
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(throws: ChildError.timedOut(program: "sh")) {
        try shell(script, deadline: .milliseconds(100))
      }
    }
    #expect(time < .seconds(2000))
  }

  @Test func `kills a child at the output limit`() throws {
    #expect(throws: ChildError.outputTooLong(program: "yes")) {
      try Child.run(["yes"], environment: environment, outputLimit: 100_000)
    }
  }

  @Test func `connects output to input`() throws {
    let (first, second) = try Child.pipeline(
      ["sh", "-c", "seq 100000; echo one >&2; exit 2"], ["sh", "-c", "wc -l; echo two >&2"],
      environment: environment)
    #expect(first == .exited(2))
    #expect(second.status == .exited(0))
    #expect(second.text == "100000\n")
    #expect(second.errorText.split(separator: "\n").sorted() == ["one", "two"])
  }

  @Test func `a pipeline with a missing program leaves nothing running`() throws {
    #expect(throws: ChildError.notFound(program: "no-such-program")) {
      try Child.pipeline(["yes"], ["no-such-program"], environment: environment)
    }
  }

  @Test func `kills a pipeline at the deadline`() throws {
    #expect(throws: ChildError.timedOut(program: "cat")) {
      try Child.pipeline(
        ["sleep", "20"], ["cat"], environment: environment, deadline: .milliseconds(100))
    }
  }
}

import Platform
import TestSupport
import Testing

@Suite struct ChildTests {
  let environment = Environment([
    "PATH": "/usr/local/bin:/usr/bin:/bin", "GH_TOKEN": "secret", "WORD": "회고",
  ])

  private func shell(
    _ script: String, input: [UInt8]? = nil, deadline: Duration? = .seconds(20)
  ) throws -> ChildResult {
    try Child.run(["sh", "-c", script], environment: environment, input: input, deadline: deadline)
  }

  @Test func `returns standard output and standard error separately`() throws {
    let result = try shell("echo out; echo err >&2; exit 3")
    #expect(result.status == .exited(3))
    #expect(result.text == "out\n")
    #expect(result.errorText == "err\n")
  }

  @Test func `passes arguments unchanged`() throws {
    let words = ["", "a b", "$HOME", "'\"\\", "*", "회고", "\n"]
    let result = try Child.run(["printf", "%s\\0"] + words, environment: environment)
    #expect(result.text == words.map { $0 + "\0" }.joined())
  }

  @Test func `passes the environment without tokens`() throws {
    #expect(try shell("echo $WORD$GH_TOKEN").text == "회고\n")
  }

  @Test func `a child without input reads end of file`() throws {
    #expect(try shell("cat").output.isEmpty)
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

  @Test func `runs in the given folder`() throws {
    let folder = try TemporaryFolder()
    let result = try Child.run(["pwd", "-P"], in: folder.path, environment: environment)
    #expect(result.text == "\(folder.path)\n")
  }

  @Test func `inherits no open descriptors`() throws {
    let count = try shell("ls /proc/self/fd | wc -l").text
    #expect(count == "4\n")
  }

  @Test func `resets ignored signals in children`() throws {
    Signals.ignoreBrokenPipesAndFileLimits()
    #expect(try shell("kill -PIPE $$").status == .signaled(13))
    #expect(try shell("kill -XFSZ $$").status == .signaled(25))
  }

  @Test func `distinguishes a missing program from one that cannot run`() throws {
    let folder = try TemporaryFolder()
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

  @Test func `distinguishes a missing folder from a missing program`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ChildError.failed(program: "pwd", code: .notFound)) {
      try Child.run(["pwd"], in: folder.file("none"), environment: environment)
    }
    try File.writeAtomically([], to: folder.file("plain"))
    #expect(throws: ChildError.failed(program: "pwd", code: .notDirectory)) {
      try Child.run(["pwd"], in: folder.file("plain"), environment: environment)
    }
  }

  @Test func `runs a script without an interpreter line in a shell`() throws {
    let folder = try TemporaryFolder()
    let script = folder.file("script")
    try File.writeAtomically(Array("echo \"$1\"".utf8), to: script, permissions: 0o700)
    #expect(try Child.run([script, "x y"], environment: environment).text == "x y\n")
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

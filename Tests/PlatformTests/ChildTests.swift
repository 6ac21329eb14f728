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

  @Test func `what a child writes comes back, each stream for itself`() throws {
    let result = try shell("echo out; echo err >&2; exit 3")
    #expect(result.status == .exited(3))
    #expect(result.text == "out\n")
    #expect(result.errorText == "err\n")
  }

  @Test func `words arrive as they are`() throws {
    let words = ["", "a b", "$HOME", "'\"\\", "*", "회고", "\n"]
    let result = try Child.run(["printf", "%s\\0"] + words, environment: environment)
    #expect(result.text == words.map { $0 + "\0" }.joined())
  }

  @Test func `the environment arrives without tokens`() throws {
    #expect(try shell("echo $WORD$GH_TOKEN").text == "회고\n")
  }

  @Test func `a child without input sees its end`() throws {
    #expect(try shell("cat").output.isEmpty)
  }

  @Test func `much input and much output do not wait for each other`() throws {
    let input = [UInt8](repeating: 0x61, count: 3 << 20)
    let result = try shell("tee /dev/stderr", input: input)
    #expect(result.output == input)
    #expect(result.errorOutput.count == 64 << 10)
  }

  @Test func `a child that does not read its input is no failure`() throws {
    let result = try shell("exit 0", input: [UInt8](repeating: 0x61, count: 1 << 20))
    #expect(result.status == .exited(0))
  }

  @Test func `a child works in its folder`() throws {
    let folder = try TemporaryFolder()
    let result = try Child.run(["pwd", "-P"], in: folder.path, environment: environment)
    #expect(result.text == "\(folder.path)\n")
  }

  @Test func `nothing that is open is inherited`() throws {
    let count = try shell("ls /proc/self/fd | wc -l").text
    #expect(count == "4\n")
  }

  @Test func `signals that this program ignores do their work in children`() throws {
    Signals.ignoreBrokenPipesAndFileLimits()
    #expect(try shell("kill -PIPE $$").status == .signalled(13))
    #expect(try shell("kill -XFSZ $$").status == .signalled(25))
  }

  @Test func `a program that is not there is told from one that cannot run`() throws {
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

  @Test func `a folder that is not there is not taken for the program`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ChildError.failed(program: "pwd", code: .notFound)) {
      try Child.run(["pwd"], in: folder.file("none"), environment: environment)
    }
    try File.writeAtomically([], to: folder.file("plain"))
    #expect(throws: ChildError.failed(program: "pwd", code: .notDirectory)) {
      try Child.run(["pwd"], in: folder.file("plain"), environment: environment)
    }
  }

  @Test func `a script that names no interpreter is the shell's`() throws {
    let folder = try TemporaryFolder()
    let script = folder.file("script")
    try File.writeAtomically(Array("echo \"$1\"".utf8), to: script, permissions: 0o700)
    #expect(try Child.run([script, "x y"], environment: environment).text == "x y\n")
  }

  @Test(arguments: ["sleep 20", "exec >&- 2>&-; sleep 20", "sleep 20 & exit"])
  func `a child that takes too long is killed`(_ script: String) throws {
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(throws: ChildError.timedOut(program: "sh")) {
        try shell(script, deadline: .milliseconds(100))
      }
    }
    #expect(time < .seconds(5))
  }

  @Test func `a child that writes without end is killed`() throws {
    #expect(throws: ChildError.outputTooLong(program: "yes")) {
      try Child.run(["yes"], environment: environment, outputLimit: 100_000)
    }
  }

  @Test func `one child's output is the other's input`() throws {
    let (first, second) = try Child.pipeline(
      ["sh", "-c", "seq 100000; echo one >&2; exit 2"], ["sh", "-c", "wc -l; echo two >&2"],
      environment: environment)
    #expect(first == .exited(2))
    #expect(second.status == .exited(0))
    #expect(second.text == "100000\n")
    #expect(second.errorText.split(separator: "\n").sorted() == ["one", "two"])
  }

  @Test func `a pipeline whose end is missing leaves nothing running`() throws {
    #expect(throws: ChildError.notFound(program: "no-such-program")) {
      try Child.pipeline(["yes"], ["no-such-program"], environment: environment)
    }
  }

  @Test func `a pipeline that takes too long is killed`() throws {
    #expect(throws: ChildError.timedOut(program: "cat")) {
      try Child.pipeline(
        ["sleep", "20"], ["cat"], environment: environment, deadline: .milliseconds(100))
    }
  }
}

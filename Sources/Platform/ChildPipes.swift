/// The pipes for a child's output and error output.
struct ChildPipes: ~Copyable {
  let output: Pipe
  let errors: Pipe

  init(for program: String) throws(ChildError) {
    let output = try Child.pipe(for: program)
    let errors = try Child.pipe(for: program)
    self.output = output
    self.errors = errors
  }

  /// Keeps the reading ends and closes the writing ends, so that the end of the output is noticed.
  consuming func childIO(
    input: consuming Pipe? = nil, sending bytes: [UInt8] = []
  ) -> ChildIO {
    ChildIO(
      input: input.take()?.takeWriting(), sending: bytes, output: output.takeReading(),
      errors: errors.takeReading())
  }
}

extension Pipe {
  consuming func takeReading() -> Descriptor { reading }
  consuming func takeWriting() -> Descriptor { writing }
}

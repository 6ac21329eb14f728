/// The pipes through which a child's output and errors come.
struct ChildPipes: ~Copyable {
  let output: Pipe
  let errors: Pipe

  init(for program: String) throws(ChildError) {
    let output = try Child.pipe(for: program)
    let errors = try Child.pipe(for: program)
    self.output = output
    self.errors = errors
  }

  /// Keeps this side's ends and closes the child's, so that its end is seen.
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

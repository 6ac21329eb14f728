import Platform

extension Sandbox {
  /// Runs the program on a terminal where nobody types; the output is all that the terminal has got.
  func onScreen(_ words: [String], environment more: [String: String] = [:]) throws -> Outcome {
    let quoted = ([program] + words).map(Sandbox.quoted).joined(separator: " ")
    return Outcome(
      try Child.run(
        ["script", "-qec", quoted, "/dev/null"], in: directory,
        environment: environment.adding(more), deadline: Self.patience))
  }
}

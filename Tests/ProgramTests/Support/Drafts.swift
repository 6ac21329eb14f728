import Testing

@testable import ProgramSupport

extension Writing {
  /// A text that is not finished.
  static let thought = "Half a thought\n\nand not yet the other half.\n"
}

extension Sandbox {
  /// Writes the text into the file `typed`.
  func writeThought() throws { try write(Writing.thought, to: file("typed")) }

  /// Expects the text to be offered as a draft, and saves it.
  func expectOffered(
    _ kind: Writing, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try texts(of: kind)
    let saved = try onTerminal(kind.begin, environment: Self.idleEditor, typing: "\n")
    #expect(saved.status == 0, "\(saved.testDescription)", sourceLocation: sourceLocation)
    #expect(
      saved.output.contains("Half a thought"), "\(saved.testDescription)",
      sourceLocation: sourceLocation)
    let text = Writing.Text("Half a thought", "and not yet the other half.")
    // A day has one entry, so the text becomes its newest version.
    #expect(
      try texts(of: kind) == [text] + (kind == .note ? before : []), sourceLocation: sourceLocation)
    #expect(draftNames() == [], sourceLocation: sourceLocation)
  }
}

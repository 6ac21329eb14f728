import JSON
import Platform
import Testing

/// The exit status and the output of a run.
struct Outcome: CustomTestStringConvertible {
  /// The exit status; after a signal, 128 plus its number, as in a shell.
  var status: Int32
  /// The command line, if a sandbox has run it.
  var words: [String] = []
  var bytes: [UInt8]
  var errorBytes: [UInt8]

  init(_ result: ChildResult) {
    switch result.status {
    case .exited(let code): status = code
    case .signaled(let signal): status = 128 + signal
    }
    bytes = result.output
    errorBytes = result.errorOutput
  }

  var output: String { String(decoding: bytes, as: UTF8.self) }
  var error: String { String(decoding: errorBytes, as: UTF8.self) }

  /// This outcome, which is required to be that of a success.
  @discardableResult
  func success(
    _ status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try #require(self.status == status, "\(testDescription)", sourceLocation: sourceLocation)
    return self
  }

  /// The JSON document on standard output.
  func json() throws -> JSONValue { try JSONParser.parse(bytes) }

  var testDescription: String {
    "\(words) exit \(status), output \(output.prefix(2000).debugDescription), "
      + "error \(error.prefix(2000).debugDescription)"
  }
}

extension Outcome {
  /// Expects this exit status, these texts in the output and in the messages, and others in neither of
  /// the two.
  @discardableResult
  func expect(
    _ status: Int32? = nil, output: String..., error: String..., without: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    check(status == nil || self.status == status, "status", sourceLocation)
    for text in output { check(self.output.contains(text), text, sourceLocation) }
    for text in error { check(self.error.contains(text), text, sourceLocation) }
    for text in without {
      check(!self.output.contains(text) && !self.error.contains(text), text, sourceLocation)
    }
    return self
  }

  /// Expects the whole output or all messages to be these.
  @discardableResult
  func expectExactly(
    output: String? = nil, error: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    check(output == nil || self.output == output, "output", sourceLocation)
    check(error == nil || self.error == error, "error", sourceLocation)
    return self
  }

  /// Expects the run to fail with `status` and the usual error: one line that says what failed, at
  /// most one with a hint, and nothing on standard output. The two lines contain these texts.
  @discardableResult
  func expectRefusal(
    _ status: Int32, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    check(self.status == status, "status", sourceLocation)
    check(bytes.isEmpty, "output", sourceLocation)
    let lines = error.split(separator: "\n", omittingEmptySubsequences: false)
    check(lines.count <= 3 && lines.last == "", "lines", sourceLocation)
    check(
      lines[0].hasPrefix("commitdiary: ") && lines[0].count > 15, "first line", sourceLocation)
    check(lines.count < 3 || lines[1].hasPrefix("  → "), "hint", sourceLocation)
    for text in texts { check(error.contains(text), text, sourceLocation) }
    return self
  }

  /// Expects the same of a run with `--json`.
  @discardableResult
  func expectRefusalAsJSON(
    _ status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    check(self.status == status, "status", sourceLocation)
    check(bytes.isEmpty, "output", sourceLocation)
    let error = (try? JSONParser.parse(errorBytes))?["error"]
    check(
      error?.object?.map(\.name) == ["code", "message", "hint"]
        && error?["code"]?.string?.isEmpty == false
        && error?["message"]?.string?.isEmpty == false
        && (error?["hint"] == .null || error?["hint"]?.string?.isEmpty == false),
      "error", sourceLocation)
    return self
  }

  private func check(_ isAsExpected: Bool, _ what: String, _ sourceLocation: SourceLocation) {
    #expect(isAsExpected, "\(what): \(testDescription)", sourceLocation: sourceLocation)
  }
}

/// The output sent to a terminal, without the escape sequences that the program uses.
///
/// These are only colors (SGR) and links (OSC 8) in a fixed form, and a few that move the cursor
/// while the picker is open. Anything else came from outside.
struct Residue {
  /// The text without the program's sequences.
  let text: String
  /// Characters that a terminal would interpret or that could deceive a reader, such as `U+001B`.
  let dangers: [String]

  var isClean: Bool { dangers.isEmpty }

  /// - Parameter isTerminal: whether a terminal has turned line ends into `\r\n`.
  init(_ bytes: [UInt8], isTerminal: Bool = false, withPicker: Bool = false) {
    var text = String(decoding: bytes, as: UTF8.self)
    text.replace(/\u{1B}\[[0-9;]*m/, with: "")
    text.replace(/\u{1B}\]8;;[\x21-\x7E]*\u{1B}\\/, with: "")
    if withPicker {
      text.replace(/\u{1B}\[(\?(1049|7|2004|25)[hl]|[0-9]+;[0-9]+H|[HJK])/, with: "")
    }
    if isTerminal { text = String(text.unicodeScalars.filter { $0 != "\r" }) }
    self.text = text
    var found: [String] = []
    for scalar in text.unicodeScalars where Residue.isDanger(scalar) {
      found.append("U+" + String(scalar.value, radix: 16, uppercase: true))
    }
    dangers = found
  }

  private static func isDanger(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    // Characters that change the writing direction or break lines.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Invisible characters.
    case 0xAD, 0x034F, 0x180E, 0x200B, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}

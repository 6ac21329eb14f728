import JSON
import Platform
import Testing

/// How a run of the program ended, and what it said.
struct Outcome: CustomTestStringConvertible {
  /// The exit status; of a run that was ended by a signal, 128 and its number, as in a shell.
  var status: Int32
  var bytes: [UInt8]
  var errorBytes: [UInt8]

  init(_ result: ChildResult) {
    switch result.status {
    case .exited(let code): status = code
    case .signalled(let signal): status = 128 + signal
    }
    bytes = result.output
    errorBytes = result.errorOutput
  }

  var output: String { String(decoding: bytes, as: UTF8.self) }
  var error: String { String(decoding: errorBytes, as: UTF8.self) }

  /// The document on standard output.
  func json() throws -> JSONValue { try JSONParser.parse(bytes) }

  var testDescription: String {
    "exit \(status), output \(output.prefix(2000).debugDescription), "
      + "error \(error.prefix(2000).debugDescription)"
  }
}

extension Outcome {
  /// Says what is wrong where the run has not ended with `status` and an error in the program's own
  /// form: a line that says what failed, at most one that says what to do, and no answer.
  func expectRefusal(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, "\(testDescription)", sourceLocation: sourceLocation)
    #expect(bytes.isEmpty, "\(testDescription)", sourceLocation: sourceLocation)
    let lines = error.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.count <= 3 && lines.last == "", "\(testDescription)", sourceLocation: sourceLocation)
    #expect(
      lines[0].hasPrefix("commitdiary: ") && lines[0].count > 15, "\(testDescription)",
      sourceLocation: sourceLocation)
    #expect(
      lines.count < 3 || lines[1].hasPrefix("  → "), "\(testDescription)",
      sourceLocation: sourceLocation)
  }

  /// The same for a run with `--json`.
  func expectRefusalAsJSON(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, "\(testDescription)", sourceLocation: sourceLocation)
    #expect(bytes.isEmpty, "\(testDescription)", sourceLocation: sourceLocation)
    let error = (try? JSONParser.parse(errorBytes))?["error"]
    #expect(
      error?.object?.map(\.name) == ["code", "message", "hint"]
        && error?["code"]?.string?.isEmpty == false
        && error?["message"]?.string?.isEmpty == false
        && (error?["hint"] == .null || error?["hint"]?.string?.isEmpty == false),
      "\(testDescription)", sourceLocation: sourceLocation)
  }
}

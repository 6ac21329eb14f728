import JSON
import Platform
import Testing

/// The exit status and the output of a run.
struct Outcome: CustomTestStringConvertible {
  /// The exit status; after a signal, 128 plus its number, as in a shell.
  var status: Int32
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

  /// The JSON document on standard output.
  func json() throws -> JSONValue { try JSONParser.parse(bytes) }

  var testDescription: String {
    "exit \(status), output \(output.prefix(2000).debugDescription), "
      + "error \(error.prefix(2000).debugDescription)"
  }
}

extension Outcome {
  /// Expects the run to fail with `status` and the usual error: one line that says what failed, at
  /// most one with a hint, and nothing on standard output.
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

  /// Expects the same of a run with `--json`.
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

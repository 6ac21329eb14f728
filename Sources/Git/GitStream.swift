import Platform

/// The output of a running git.
struct GitStream: ~Copyable {
  private var stream: ChildStream
  private let program: GitProgram
  private let isOptional: Bool

  init(_ stream: consuming ChildStream, of program: GitProgram, isOptional: Bool) {
    self.stream = stream
    self.program = program
    self.isOptional = isOptional
  }

  /// The bytes that have arrived, or `nil` at the end of the output.
  mutating func next() throws(GitError) -> [UInt8]? {
    do throws(ChildError) { return try stream.next() } catch { throw failure(error) }
  }

  /// What git has written to standard error so far.
  var errorOutput: [UInt8] { stream.errorOutput }

  /// Waits for a git whose output has been read to its end, and returns its status.
  mutating func wait() throws(GitError) -> ChildStatus {
    do throws(ChildError) { return try stream.wait() } catch { throw failure(error) }
  }

  /// Passes all output to `take`. Throws if git fails.
  mutating func read(_ take: ([UInt8]) -> Void) throws(GitError) {
    while let bytes = try next() { take(bytes) }
    guard try wait().isSuccess else {
      throw GitError(errorOutput: errorOutput, path: program.directory)
    }
  }

  private func failure(_ error: ChildError) -> GitError {
    // As in `run`.
    if case .timedOut = error, !isOptional { UnresponsiveClones.add(program) }
    return GitError(error, in: program.directory)
  }
}

/// Divides output that arrives in pieces into records. Each byte is read once.
struct RecordSplitter {
  /// The byte at the end of each record, which is not a part of it.
  let end: UInt8
  /// The length in bytes at which a record is cut off.
  var limit = Int.max
  /// The beginning of a record that is not complete yet.
  private(set) var rest: [UInt8] = []

  /// The records that a piece of output completes.
  mutating func records(adding piece: [UInt8]) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    var open = piece[...]
    while let index = open.firstIndex(of: end) {
      if rest.isEmpty {
        records.append(open[..<index].prefix(limit))
      } else {
        keep(open[..<index])
        records.append(rest[...])
        rest = []
      }
      open = open[(index + 1)...]
    }
    keep(open)
    return records
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    rest += bytes.prefix(limit - rest.count)
  }
}

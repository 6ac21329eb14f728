extension [UInt8] {
  /// As a raw deflate stream.
  public func deflated() throws(ZipError) -> [UInt8] {
    let deflate = try Deflate(.deflating)
    var result: [UInt8] = []
    var rest = self[...]
    while true {
      let (output, used, isAtEnd) = try deflate.run(rest, isLast: true)
      rest = rest.dropFirst(used)
      result += output
      if isAtEnd { return result }
    }
  }

  /// The contents of a raw deflate stream, which must end with these bytes.
  ///
  /// - Parameter limit: A longer result is an error.
  public func inflated(limit: Int) throws(ZipError) -> [UInt8] {
    let deflate = try Deflate(.inflating)
    var result: [UInt8] = []
    var rest = self[...]
    while true {
      let (output, used, isAtEnd) = try deflate.run(rest)
      rest = rest.dropFirst(used)
      result += output
      guard result.count <= limit else { throw .tooLarge }
      if isAtEnd, rest.isEmpty { return result }
      guard !isAtEnd, used > 0 || !output.isEmpty else { throw .damaged }
    }
  }
}

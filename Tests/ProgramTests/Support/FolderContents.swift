import Platform

/// Every file below a folder with its bytes, to see that nothing has changed.
struct FolderContents: Equatable {
  var files: [String: [UInt8]] = [:]

  init(_ path: String) throws { try collect(path) }

  private mutating func collect(_ path: String) throws {
    guard File.exists(path) else { return }
    guard File.isDirectory(path) else {
      files[path] = try File.read(path)
      return
    }
    for name in try File.list(path) { try collect("\(path)/\(name)") }
  }

  /// The files that hold `text`.
  func files(holding text: String) -> [String] {
    let wanted = Array(text.utf8)
    return files.filter { $0.value.holds(wanted) }.map(\.key).sorted()
  }
}

extension [UInt8] {
  func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return other.isEmpty }
    return withUnsafeBufferPointer { bytes in
      (0...(bytes.count - other.count)).contains { start in
        bytes[start] == first && bytes[start..<start + other.count].elementsEqual(other)
      }
    }
  }
}

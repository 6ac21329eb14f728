import Glibc
import Platform

/// The contents of every file below a folder, to check that nothing has changed.
public struct FolderContents: Equatable {
  public private(set) var files: [String: [UInt8]] = [:]

  public init(_ path: String) throws { try collect(path) }

  private mutating func collect(_ path: String) throws {
    guard File.exists(path) else { return }
    guard File.isDirectory(path) else {
      if File.isRegular(path) { files[path] = try File.read(path) }
      return
    }
    for name in try File.list(path) { try collect("\(path)/\(name)") }
  }

  /// The files that contain `text`.
  public func files(holding text: String) -> [String] {
    let wanted = Array(text.utf8)
    return files.filter { $0.value.holds(wanted) }.map(\.key).sorted()
  }
}

extension [UInt8] {
  /// Uses the C library, because a search byte by byte takes seconds in a debug build.
  public func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    return withUnsafeBytes { bytes in
      guard var place = bytes.baseAddress else { return false }
      let end = place + bytes.count
      while place + other.count <= end, let found = memchr(place, Int32(first), end - place) {
        place = UnsafeRawPointer(found)
        if place + other.count <= end, memcmp(place, other, other.count) == 0 { return true }
        place += 1
      }
      return false
    }
  }
}
